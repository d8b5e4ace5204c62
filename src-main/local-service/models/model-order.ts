/** Kinds of models that the package loads. */
type ModelKind = 'vits' | 'kokoro';

/** Files of a model. */
export type ModelParts = Partial<Record<'model' | 'tokens' | 'lexicon' | 'espeak' | 'voices', string>>;

/** A model to be loaded; `parts` are whole paths. */
export interface ModelOrder {
  kind: ModelKind;
  parts: ModelParts;
}

/** What a voice of a model is spoken with. */
export interface ModelVoice {
  order: ModelOrder;
  speaker: number;
  /** Decibels added to its sound. */
  gain: number;
}

/** What is asked of a model. `speed`: 1 is its own pace, 2 is twice as fast. */
export interface SpeakQuestion {
  order: ModelOrder;
  text: string;
  speaker: number;
  speed: number;
}

/** Mono, from -1 to 1. `speakers`: how many the model has. */
export interface ModelSound {
  samples: Float32Array;
  rate: number;
  speakers: number;
}

/** Between the service and the process with the models. `packageFolder`: where the package that loads them is. */
export type ToModel = SpeakQuestion & { id: number; packageFolder: string };
/** `of`: whether the package could not be loaded, or the model did not answer. */
export type FromModel = ({ id: number; ok: true } & ModelSound) | { id: number; ok: false; of: 'package' | 'model'; message: string };
