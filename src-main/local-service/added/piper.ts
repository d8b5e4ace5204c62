import { appendFile, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { reading, type Given } from './given-files.ts';
import { onnxEntry } from './onnx-metadata.ts';
import { Refused } from './refused.ts';

/** What stands beside a model as Piper hands it out, as far as it is used here. */
const description = z.object({
  audio: z.object({ sample_rate: z.int().min(8_000).max(48_000) }),
  espeak: z.object({ voice: z.string().min(1).max(40) }),
  phoneme_type: z.literal('espeak').optional(),
  phoneme_id_map: z.record(z.string(), z.array(z.int()).min(1)).refine((map) => Object.keys(map).length > 0),
  num_speakers: z.int().min(1).default(1),
  speaker_id_map: z.record(z.string(), z.int()).default({}),
  language: z.object({ code: z.string(), name_english: z.string().default('') }).optional(),
});
const descriptionBytes = 4 * 1024 ** 2;

/** A model of Piper with what its loader needs. */
export interface Piper {
  /** What the loader reads inside a model. */
  metadata: ReadonlyMap<string, string>;
  /** As much of it as the model has not. */
  added: ReadonlyMap<string, string>;
  /** A sound and its number on each line. */
  tokens: string;
}

/** Reads `NAME.onnx.json`. Throws {@link Refused} with the fields that are missing or of another kind. */
export async function readPiper(file: Given, own: ReadonlyMap<string, string>): Promise<Piper> {
  const bytes = await reading(file.name, () => readFile(file.path));
  const read = description.safeParse(bytes.length > descriptionBytes ? undefined : parse(bytes));
  if (!read.success) {
    const fields = new Set(read.error.issues.map(({ path }) => path.join('.')).filter((field) => field !== ''));
    throw fields.size === 0 ? new Refused('damaged', file.name) : new Refused('fields-missing', [...fields].join(', '), file.name);
  }
  const { audio, espeak, language, phoneme_id_map: ids, num_speakers: speakers, speaker_id_map: names } = read.data;
  const byNumber = Object.entries(names).sort(([, one], [, other]) => one - other);
  const added = new Map(
    Object.entries({
      model_type: 'vits',
      comment: 'piper',
      language: language?.name_english ?? '',
      language_code: language?.code ?? '',
      voice: espeak.voice,
      has_espeak: '1',
      n_speakers: String(speakers),
      sample_rate: String(audio.sample_rate),
      speaker_names: byNumber.map(([name]) => name.replaceAll(',', ' ')).join(','),
    }).filter(([key, value]) => own.get(key) !== value),
  );
  const tokens = Object.entries(ids)
    .filter(([sound]) => !/[\r\n]/u.test(sound))
    .map(([sound, [number]]) => `${sound} ${number ?? 0}\n`)
    .join('');
  return { metadata: new Map([...own, ...added]), added, tokens };
}

/** Adds what the loader reads to the end of a copy of the model, where a message of this format may go on. */
export const addMetadata = (model: string, { added }: Piper): Promise<void> =>
  appendFile(model, Buffer.concat([...added].map(([key, value]) => onnxEntry(key, value))), { flush: true });

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/u, ''));
  } catch {
    return undefined;
  }
}
