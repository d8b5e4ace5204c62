import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heldOutTexts } from './held-out-texts.ts';
import { readWav, recordByFestival, recordByFlite, requireVoices, type Sound } from './other-voices.ts';
import { trialTexts } from './proof-texts.ts';

/** Somebody to be cloned: what the clone is made of, and what it is compared with. */
interface TestSpeaker {
  name: string;
  recording: Sound;
  transcript: string;
  heldOut: Sound;
  heldOutText: string;
}

const transcript = heldOutTexts.slice(2, 8).join(' ');
const heldOutText = trialTexts.slice(0, 6).join(' ');

/** None of them is a voice that a clone is made of. Those with effects are the voice before, made another by SoX. */
const synthetic: readonly [name: string, say: (text: string) => Sound, effects: string][] = [
  ['kal_diphone', (text) => recordByFestival(text, 'kal_diphone'), ''],
  ['kal_diphone, a larger throat, dark', (text) => recordByFestival(text, 'kal_diphone'), 'speed 0.9 treble -6 2000'],
  ['ked_diphone', (text) => recordByFestival(text, 'ked_diphone'), ''],
  ['ked_diphone, a smaller throat, slower', (text) => recordByFestival(text, 'ked_diphone'), 'speed 1.25 tempo -s 0.72'],
  ['cmu_us_slt_arctic_hts', (text) => recordByFestival(text, 'cmu_us_slt_arctic_hts'), ''],
  ['cmu_us_slt_arctic_hts, a child', (text) => recordByFestival(text, 'cmu_us_slt_arctic_hts'), 'speed 1.2 treble 4 2000'],
  ['cmu_us_slt_arctic_hts, a larger throat, quick', (text) => recordByFestival(text, 'cmu_us_slt_arctic_hts'), 'speed 0.84 tempo -s 1.4'],
  ['rms', (text) => recordByFlite(text, 'rms'), ''],
  ['rms, a smaller throat, bright', (text) => recordByFlite(text, 'rms'), 'speed 1.12 treble 6 2000'],
];

const reader = '/usr/share/pocketsphinx/test/data/librivox';
const clips = ['0870', '0880', '0890', '0920', '0930'];

/** Throws with the packages to install where something is missing. */
export function* testSpeakers(): Generator<TestSpeaker> {
  requireVoices({ flite: true, festival: ['kal_diphone', 'ked_diphone', 'cmu_us_slt_arctic_hts'] });
  if (!existsSync(reader) || spawnSync('sox', ['--version']).error !== undefined)
    throw new Error('Voices are missing. Type: sudo apt-get install -y pocketsphinx-testdata sox');
  yield humanReader();
  for (const [name, say, effects] of synthetic)
    yield { name, transcript, heldOutText, recording: changed(say(transcript), effects), heldOut: changed(say(heldOutText), effects) };
}

/** A reader of LibriVox, the one human here: three clips to clone from, two to compare with. */
function humanReader(): TestSpeaker {
  const lines = readFileSync(join(reader, 'transcription'), 'utf8').split('\n');
  const sound = (names: readonly string[]): Sound => {
    const parts = names.map((name) => readWav(readFileSync(join(reader, `sense_and_sensibility_01_austen_64kb-${name}.wav`))));
    return { sampleRate: parts[0]!.sampleRate, samples: Float32Array.from(parts.flatMap(({ samples }) => [...samples])) };
  };
  const text = (names: readonly string[]): string =>
    names
      .map((name) =>
        lines
          .find((line) => line.includes(`-${name})`))!
          .replace(/<\/?s>|\(.*\)/gu, '')
          .trim(),
      )
      .map((sentence) => `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`)
      .join(' ');
  return {
    name: 'a reader of LibriVox',
    recording: sound(clips.slice(0, 3)),
    transcript: text(clips.slice(0, 3)),
    heldOut: sound(clips.slice(3)),
    heldOutText: text(clips.slice(3)),
  };
}

function changed(sound: Sound, effects: string): Sound {
  if (effects === '') return sound;
  const folder = mkdtempSync(join(tmpdir(), 'voicewright-speaker-'));
  try {
    const pcm = Buffer.from(Int16Array.from(sound.samples, (value) => Math.round(value * 0.7 * 32_767)).buffer);
    const form = ['-t', 'raw', '-r', String(sound.sampleRate), '-e', 'signed', '-b', '16', '-c', '1'];
    execFileSync('sox', [...form, '-', '-r', String(sound.sampleRate), '-t', 'wav', join(folder, 'out.wav'), ...effects.split(' ')], {
      input: pcm,
    });
    return readWav(readFileSync(join(folder, 'out.wav')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
