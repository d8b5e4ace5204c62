import { open } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { fail, FailureError } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { serveThread } from '../../infra/thread-call.ts';
import { checkTake, readTokens, type CheckedTake } from '../proof/check-take.ts';
import { ClipFinder } from '../proof/clipping.ts';
import type { PhoneModel } from '../proof/phone-model.ts';
import { learnVoice, readRecording, type Reading } from '../proof/voice.ts';
import { decodeRecording, readRecordingFile, type DecodedRecording } from '../recordings/decode-recording.ts';
import { alignAndCheck, type CheckedWord } from './align.ts';
import { alignWholeOrBeginning } from './beginning.ts';
import { findLanguage, type LanguageHints } from './language.ts';
import type { MeasuredRecording } from './measured-recording.ts';
import { ProgressCounter, reportPart, type Report } from './progress.ts';
import { canAlign, ReferenceVoice } from './reference-voice.ts';
import { SpeechSamples } from './speech-samples.ts';

/** A recording and the text that it should say. */
export interface AlignmentOrder extends LanguageHints {
  /** `pcm`: s16le, mono, 48 kHz, as the library has it decoded. `encoded`: any file that `readRecordingFile` reads. */
  sound: { path: string; coding: 'pcm' | 'encoded' };
  text: string;
  /** The recording may say only the first part of the text. */
  mayEndEarly?: boolean;
}

/** A take, and what its voice sounds like; where that is not known, it is learned from the take alone. */
export interface CheckOrder extends AlignmentOrder {
  learned?: LearnedVoice | undefined;
  /** Of the speech that it was learned from. */
  voiceSeconds?: number | undefined;
}

/** Takes of one voice and language. */
export interface LearnOrder extends LanguageHints {
  takes: readonly Pick<AlignmentOrder, 'sound' | 'text'>[];
}

/** What the phonemes of a language sound like in a voice. `language`: first part of a BCP 47 tag. */
export interface LearnedVoice {
  language: string;
  model: PhoneModel;
}

export interface TextAlignment {
  /** First part of a BCP 47 tag. */
  language: string;
  /** One for each whitespace token of the text, in order; of a text that the recording ends before, for the first ones. */
  words: CheckedWord[];
}

const pieceBytes = 512 * 1024;
/** What reading a sound takes of a call's time, about. */
const readShare = 0.3;
let voice: Promise<ReferenceVoice> | undefined;

/** Calls come one at a time; each is as long as its work, about a fortieth of the sound's length. */
const methods = {
  /**
   * Fails with `unsupported-media` for a language that words cannot be found in, with `too-large`, `damaged` or `unprocessable` for a sound that
   * cannot be used, and with `unprocessable` where it does not say the text.
   */
  align: async ({ sound, text, mayEndEarly, ...hints }: AlignmentOrder, counter?: SharedArrayBuffer): Promise<TextAlignment> => {
    const { report } = new ProgressCounter(counter);
    const language = await findLanguage(text, hints);
    if (!canAlign(language)) throw fail('unsupported-media', message('alignment.noLanguage', language), { next: 'none' });
    const recording = (await readSamples(sound, { report: reportPart(report, 0, readShare) })).finish();
    const reference = await (voice ??= ReferenceVoice.start());
    const align = mayEndEarly === true ? alignWholeOrBeginning : alignAndCheck;
    const { words, isMatch } = align(recording, text, language, reference, reportPart(report, readShare, 1));
    if (!isMatch) throw fail('unprocessable', message('alignment.otherText'));
    return { language, words };
  },
  decode: (path: string, pcmPath: string, counter?: SharedArrayBuffer): Promise<DecodedRecording> =>
    decodeRecording(path, pcmPath, new ProgressCounter(counter).report),

  /** `undefined` for a language that words cannot be found in, and where no take can be used. */
  learn: async ({ takes, ...hints }: LearnOrder): Promise<LearnedVoice | undefined> => {
    const language = await findLanguage(takes.map(({ text }) => text).join('\n'), hints);
    if (!canAlign(language)) return undefined;
    const reference = await (voice ??= ReferenceVoice.start());
    const readings: Reading[] = [];
    for (const { sound, text } of takes) {
      const tokens = readTokens(text);
      const recording = tokens.length === 0 ? undefined : await readUsable(sound);
      if (recording !== undefined) readings.push(readRecording(recording, tokens, reference.speakReference(tokens, language)));
    }
    const model = learnVoice(readings);
    return model && { language, model };
  },

  /** What is wrong in a recording; of a language that words cannot be found in, in its sound alone. Fails for a sound that cannot be used. */
  check: async ({ sound, text, learned, voiceSeconds, ...hints }: CheckOrder, counter?: SharedArrayBuffer): Promise<CheckedTake> => {
    const { report } = new ProgressCounter(counter);
    const clips = new ClipFinder();
    const onSamples = (some: Float32Array, rate: number): void => clips.push(some, rate);
    const samples = await readSamples(sound, { onSamples, report: reportPart(report, 0, readShare), withBands: true });
    const script = { text, language: await findLanguage(text, hints) };
    return checkTake(samples.finish({ mayBeSilent: true }), script, await (voice ??= ReferenceVoice.start()), {
      clipped: clips.finish(),
      model: learned?.language === script.language ? learned.model : undefined,
      voiceSeconds,
      report: reportPart(report, readShare, 1),
    });
  },
};
export type AlignmentThread = typeof methods;

/** A sound that cannot be used teaches nothing, and fails when it is checked itself. */
async function readUsable(sound: AlignmentOrder['sound']): Promise<MeasuredRecording | undefined> {
  try {
    return (await readSamples(sound)).finish();
  } catch (thrown) {
    if (thrown instanceof FailureError) return undefined;
    throw thrown;
  }
}

interface ReadOptions {
  onSamples?: (samples: Float32Array, rate: number) => void;
  report?: Report;
  withBands?: boolean;
}

async function readSamples(
  { path, coding }: AlignmentOrder['sound'],
  { onSamples, report, withBands = false }: ReadOptions = {},
): Promise<SpeechSamples> {
  const samples = new SpeechSamples({ withBands });
  const take = (some: Float32Array, rate: number): void => {
    samples.push(some, rate);
    onSamples?.(some, rate);
  };
  if (coding === 'encoded') await readRecordingFile(path, ({ samples: some, rate }) => take(some, rate), report);
  else await readPcmFile(path, (some) => take(some, sampleRate), report);
  return samples;
}

async function readPcmFile(path: string, take: (samples: Float32Array) => void, report: Report | undefined): Promise<void> {
  const file = await open(path, 'r').catch(() => {
    throw fail('file-missing', message('alignment.notReadable'), { next: 'choose-file' });
  });
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(pieceBytes);
    for (let at = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, pieceBytes, null);
      if (bytesRead === 0) break;
      at += bytesRead;
      report?.(at / size);
      take(readPcm(buffer.subarray(0, bytesRead & ~1)));
    }
  } catch (thrown) {
    throw thrown instanceof FailureError ? thrown : fail('damaged', message('alignment.cannotBeDecoded'), { next: 'choose-file' });
  } finally {
    await file.close();
  }
}

const readPcm = (bytes: Buffer): Float32Array =>
  Float32Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readInt16LE(index * 2) / 32_768);

/** The window and main go first. Only Linux gives each thread a priority of its own; elsewhere this would slow down the whole program. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A program that was started with less still has less.
  }
}

yieldToOthers();
if (!parentPort) throw new Error('alignment-thread runs in a worker thread');
serveThread(parentPort, methods);
