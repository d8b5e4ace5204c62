import type { Failure } from '#shared/failure.ts';
import type { DesignRecord } from '#shared/operations/paid.ts';
import type { DesignProvider } from '#shared/wire/voice-designs.ts';

/** What a design is made of; what is sent of it is trimmed. */
export interface DesignDraft {
  prompt: string;
  previewText: string;
  providers: readonly DesignProvider[];
}

export type DesignOrder = Pick<DesignRecord, 'prompt' | 'previewText' | 'providers'>;

/** What the save form holds; `consent` is asked for where everybody may use the voice. */
export interface VoiceForm {
  candidateId: string;
  name: string;
  description: string;
  visibility: 'private' | 'public';
  consent: boolean;
  /** Empty: the service's own choice. */
  language: string;
  /** Somebody has chosen the language, or chosen none. */
  languageChosen?: true;
}

/** What the panel knows of designs. */
export interface DesignsState {
  draft: DesignDraft;
  /** Somebody has asked for what is in the draft; from then on what lacks is said. */
  asked: boolean;
  /** What is being made now, and since when, Unix milliseconds. `again`: it was sent before, and is not charged twice. */
  creating: { order: DesignOrder; since: number; again: boolean } | undefined;
  createFailure: { failure: Failure; order: DesignOrder } | undefined;
  history: { state: 'loading' | 'ready' } | { state: 'failed'; failure: Failure };
  designs: readonly DesignRecord[];
  /** Where the next page of the history begins; null on the last. */
  next: string | null;
  search: string;
  /** Those that were removed are listed in place of the others. */
  showRemoved: boolean;
  /** The design that is listened to. */
  open: DesignRecord | undefined;
  /** The design that came just now, while it was waited for: its comparison takes the focus. */
  arrived: string | undefined;
  form: VoiceForm | undefined;
  /** Somebody has asked to save what is in the form. */
  saveAsked: boolean;
  saving: boolean;
  saveFailure: Failure | undefined;
  /** The operation that saved a voice just now: it takes the focus. */
  savedNow: string | undefined;
  /** Designs that the service has dropped, as far as is known. */
  expired: ReadonlySet<string>;
}
