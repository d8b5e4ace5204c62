import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Speech, mono, with the true start of each token, in milliseconds. */
export interface TimedSpeech {
  samples: Float32Array;
  sampleRate: number;
  starts: readonly number[];
}

/** Debian's packages of Festival's voices. */
const festivalPackages = new Map([
  ['kal_diphone', 'festvox-kallpc16k'],
  ['ked_diphone', 'festvox-kdlpc16k'],
  ['cmu_us_slt_arctic_hts', 'festvox-us-slt-hts'],
]);

/** Throws with the packages to install where one of these voices is missing: benches that need them begin with this. */
export function requireVoices({ flite = false, festival = [] }: { flite?: boolean; festival?: readonly string[] }): void {
  const missing = new Set<string>();
  if (flite && spawnSync('flite', ['--version']).error !== undefined) missing.add('flite');
  const answer = festival.length > 0 ? spawnSync('festival', ['--pipe'], { input: '(print (voice.list))', encoding: 'utf8' }) : undefined;
  if (answer?.error !== undefined) missing.add('festival');
  const voices: readonly string[] = (answer?.error === undefined ? answer?.stdout : undefined)?.match(/\w+/gu) ?? [];
  for (const voice of festival) if (!voices.includes(voice)) missing.add(festivalPackages.get(voice) ?? voice);
  if (missing.size > 0) throw new Error(`Voices are missing. Type: sudo apt-get install -y ${[...missing].join(' ')}`);
}

/** Debian's `flite`: phones with their ends, grouped into words by the phones of each word alone. */
export function speakByFlite(text: string, voice: string, stretch: number): TimedSpeech {
  return inFolder((wav) => {
    const phones = run('flite', ['-voice', voice, '--setf', `duration_stretch=${stretch}`, '-t', text, '-psdur', '-o', wav]).map(
      (phone) => {
        const [name = '', end] = phone.split(':');
        return { name, endMs: Number(end) * 1000 };
      },
    );
    let [at, now] = [0, 0];
    const starts = text.split(/\s+/u).map((token) => {
      for (; phones[at]?.name === 'pau'; at++) now = phones[at]!.endMs;
      const start = now;
      const own = countPhones(token.replace(/[,.;]/gu, ''), voice);
      if (own > 0) now = phones[(at += own) - 1]?.endMs ?? NaN;
      return start;
    });
    if (starts.some(Number.isNaN)) throw new Error(`flite says the words of ${voice} with other phones than the sentence.`);
    return { starts, ...readWav(readFileSync(wav)) };
  });
}

/** By voice and word: each costs a process. */
const phoneCounts = new Map<string, number>();

function countPhones(word: string, voice: string): number {
  const key = `${voice} ${word}`;
  const count =
    phoneCounts.get(key) ?? run('flite', ['-voice', voice, '-t', word, '-ps', '-o', '/dev/null']).filter((name) => name !== 'pau').length;
  phoneCounts.set(key, count);
  return count;
}

/** Debian's `festival`, with the start of each word as its own utterance has it. */
export function speakByFestival(text: string, voice: string, stretch: number): TimedSpeech {
  return inFolder((wav) => {
    const lines = execFileSync('festival', ['--pipe'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      input: `(voice_${voice})
(Parameter.set 'Duration_Stretch ${stretch})
(set! u (utt.synth (eval (list 'Utterance 'Text ${JSON.stringify(text)}))))
(utt.save.wave u ${JSON.stringify(wav)})
(mapcar (lambda (token) (if (not (item.parent token)) (format t "start %s\\n" (item.feat (item.daughter1 token) "word_start")))) (utt.relation.items u 'Token))`,
    })
      .toString()
      .split('\n');
    const starts = lines.flatMap((line) => (line.startsWith('start ') ? [Number(line.slice(6)) * 1000] : []));
    if (starts.length !== text.split(/\s+/u).length) throw new Error(`festival gave ${starts.length} words.`);
    return { starts, ...readWav(readFileSync(wav)) };
  });
}

/** Sound alone, mono. */
export type Sound = Pick<TimedSpeech, 'samples' | 'sampleRate'>;

export const recordByFlite = (text: string, voice: string): Sound =>
  inFolder((wav) => {
    execFileSync('flite', ['-voice', voice, '-t', text, '-o', wav]);
    return readWav(readFileSync(wav));
  });

export const recordByFestival = (text: string, voice: string): Sound =>
  inFolder((wav) => {
    execFileSync('text2wave', ['-eval', `(voice_${voice})`, '-o', wav], { input: text });
    return readWav(readFileSync(wav));
  });

const run = (command: string, args: readonly string[]): string[] => execFileSync(command, args).toString().trim().split(/\s+/u);

function inFolder<Result>(work: (wav: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'voicewright-voices-'));
  try {
    return work(join(folder, 'speech.wav'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A WAV of PCM, mono. */
export function readWav(bytes: Buffer): { samples: Float32Array; sampleRate: number } {
  const at = bytes.indexOf('data', 12, 'latin1') + 8;
  return { samples: readPcm(bytes.subarray(at, at + bytes.readUInt32LE(at - 4))), sampleRate: bytes.readUInt32LE(24) };
}

/** 16 bits, little endian. */
export function readPcm(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readInt16LE(index * 2) / 32_768);
}
