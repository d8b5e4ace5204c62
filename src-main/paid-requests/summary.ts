import { german } from '#shared/messages/de/index.ts';
import { english } from '#shared/messages/en/index.ts';
import { messages } from '#shared/messages/index.ts';
import type { Messages } from '#shared/messages/shape.ts';
import type { OperationFamily } from '#shared/paid-work.ts';

/**
 * What a row of the ledger is known by, in the language in use. A row holds its summary as it was written, so that any version can read and search it, in
 * the language of that time: which text it is and what that names is found again here, by the texts of its family.
 */

/** A text with a value for each of its parameters. */
type Template = (...values: string[]) => string;

const ofSpeech = ({ speech, shapes }: Messages): Template[] => [speech.lineBy, speech.forLipSync, shapes.quoted];
const ofLive = ({ live }: Messages): Template[] => [live.ofText];
const templatesOf: Readonly<Partial<Record<OperationFamily, (texts: Messages) => Template[]>>> = {
  aligned: ofSpeech,
  speech: ofSpeech,
  job: ofSpeech,
  'speech-v1': ofSpeech,
  'speech-v1-cached': ofSpeech,
  'job-v1': ofSpeech,
  'speech-v2': ofSpeech,
  compatibility: ofSpeech,
  'realtime-simple': ofLive,
  'realtime-reliable': ofLive,
  transcription: ({ transcribe }) => [transcribe.transcriptionOf],
  'voice-create': ({ voices }) => [voices.cloneOf],
  'voice-delete': ({ voices }) => [voices.deletionOf],
  design: ({ design }) => [design.ofPrompt],
  'design-save': ({ design }) => [design.voiceOfDesign],
  'lip-sync': ({ lipSync, dubbing }) => [lipSync.ofVideoWithSound, dubbing.lipSyncAfterDubbing],
  dubbing: ({ dubbing }) => [dubbing.ofVideo],
  image: ({ imagesVideo }) => [imagesVideo.imageOfPrompt],
  video: ({ imagesVideo }) => [imagesVideo.videoOfPrompt],
  'profile-update': ({ account }) => [account.changeOfProfile],
};

/** Languages that rows may be written in. */
const written: readonly Messages[] = [english, german];

interface Pattern {
  expression: RegExp;
  /** Which parameter each group is. */
  order: readonly number[];
}

const patterns = new Map<Template, Pattern>();

/** A private character stands for no text of anybody’s. */
const markOf = (parameter: number): string => String.fromCodePoint(0xe000 + parameter);
const marks = /[\ue000-\ue00f]/gu;

function patternOf(template: Template): Pattern {
  const known = patterns.get(template);
  if (known) return known;
  const sample = template(...Array.from({ length: template.length }, (_, parameter) => markOf(parameter)));
  const order = [...sample.matchAll(marks)].map(([mark]) => (mark.codePointAt(0) ?? 0) - 0xe000);
  const source = sample.replace(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`).replace(marks, '([^]*?)');
  const pattern = { expression: new RegExp(`^${source}$`, 'u'), order };
  patterns.set(template, pattern);
  return pattern;
}

/** The summary of a row in the language in use; what is nobody’s text but a person’s own stays as it is. */
export function summaryNow({ family, summary }: { family: OperationFamily; summary: string }): string {
  const templates = templatesOf[family];
  if (!templates) return summary;
  const now = templates(messages);
  for (const language of written) {
    for (const [place, template] of templates(language).entries()) {
      const { expression, order } = patternOf(template);
      const values = expression.exec(summary)?.slice(1);
      if (!values) continue;
      const given: string[] = [];
      for (const [group, parameter] of order.entries()) given[parameter] = values[group] ?? '';
      return now[place]?.(...given) ?? summary;
    }
  }
  return summary;
}
