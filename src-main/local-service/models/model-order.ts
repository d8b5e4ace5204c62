/** Kinds of models that the package loads. */
type ModelKind = 'vits' | 'kokoro' | 'whisper';

/** Files of a model. */
export type ModelParts = Partial<Record<'model' | 'tokens' | 'lexicon' | 'espeak' | 'voices' | 'encoder' | 'decoder', string>>;

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

/** What a model that recognises speech is asked. `samples`: mono, from -1 to 1, at most 30 seconds. `language`: its own code; empty where it finds out. */
export interface HearQuestion {
  order: ModelOrder;
  samples: Float32Array;
  rate: number;
  language: string;
}

/** What it recognised. Times of `segments` are seconds from the first sample; `language` is empty where it does not say. */
export interface ModelWords {
  text: string;
  language: string;
  segments: { start: number; end: number; text: string }[];
}

export type ModelQuestion = SpeakQuestion | HearQuestion;
export type AnswerTo<Question extends ModelQuestion> = Question extends HearQuestion ? ModelWords : ModelSound;

/** Mono, from -1 to 1. `speakers`: how many the model has. */
export interface ModelSound {
  samples: Float32Array;
  rate: number;
  speakers: number;
}

/** Between the service and the process with the models. `packageFolder`: where the package that loads them is. */
export type ToModel = ModelQuestion & { id: number; packageFolder: string };
/** `of`: whether the package could not be loaded, or the model did not answer. */
export type FromModel =
  ({ id: number; ok: true } & (ModelSound | ModelWords)) | { id: number; ok: false; of: 'package' | 'model'; message: string };
