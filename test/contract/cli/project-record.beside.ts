import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReferenceVoice } from '#main/media/alignment/reference-voice.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { start, valueOf, type Ended } from './command-line.ts';

/** `project record`: a narrator's own recording. The narrator is the reference voice; how well words are found is not the question here. */

const texts = [
  'It was late in the evening when the two travellers came down from the hills.',
  'Nobody in the village had seen them before.',
  'They asked for bread and for a place to sleep.',
];
let folder: string;
let project: string;
/** Where each text is spoken in `book.wav`, in milliseconds. */
const spans: { from: number; to: number }[] = [];
const file = (name: string): string => join(folder, name);
const run = (...args: string[]): Promise<Ended> => start(['project', ...args, '--json'], { profile: file('profile'), env: {} }).ended;
const answer = async (...args: string[]): Promise<Record<string, unknown>> => {
  const ended = await run(...args);
  expect([ended.code, ended.stderr], args.join(' ')).toEqual([0, '']);
  return valueOf(ended);
};
interface Block {
  id: string;
  text: string;
  state: string;
  startMs: number;
  endMs: number;
}
const shown = async (): Promise<Block[]> =>
  ((await answer('show', project)) as { chapters: { blocks: Block[] }[] }).chapters.flatMap(({ blocks }) => blocks);

function writeWav(name: string, samples: Float32Array, sampleRate: number): void {
  const pcm = Int16Array.from(samples, (sample) => Math.round(sample * 32_767));
  writeFileSync(file(name), Buffer.concat([wavHeader(pcm.length, sampleRate), new Uint8Array(pcm.buffer)]));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-cli-record-'));
  project = file('book.voicewright');
  const voice = await ReferenceVoice.start();
  const spoken = texts.map((text) => voice.speak(text.split(' '), 'en'));
  const { sampleRate } = spoken[0]!;
  const gap = new Float32Array(sampleRate);
  const parts: Float32Array[] = [];
  let at = 0;
  for (const { samples } of spoken) {
    parts.push(samples, gap);
    spans.push({ from: (at * 1000) / sampleRate, to: ((at + samples.length) * 1000) / sampleRate });
    at += samples.length + gap.length;
  }
  const whole = new Float32Array(at);
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  writeWav('book.wav', whole, sampleRate);
  const other = voice.speak('Hang a few blankets on the walls, switch off the fridge, and listen for a minute.'.split(' '), 'en');
  writeWav('other.wav', other.samples, sampleRate);
  const shortened = texts.map((text, index) => (index === 0 ? text : text.split(' ').toSpliced(2, 3).join(' ')));
  const said = shortened.map((text) => voice.speak(text.split(' '), 'en').samples);
  writeWav('shortened.wav', Float32Array.from(said.flatMap((samples) => [...samples, ...gap])), sampleRate);
  writeWav('silence.wav', new Float32Array(3 * sampleRate), sampleRate);
  writeFileSync(file('damaged.flac'), 'fLaC and then nothing that a FLAC file would have, for a while, and for a while longer');
  writeFileSync(file('script.txt'), `${texts.join('\n\n')}\n`);
  await answer('import', file('script.txt'), '--project', project, '--voice', 'anna');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('project record', () => {
  it.each([
    ['another text', 'other.wav', 'unprocessable', 'alignment.otherText'],
    ['silence', 'silence.wav', 'unprocessable', 'alignment.silent'],
    ['a damaged file', 'damaged.flac', undefined, undefined],
  ])('refuses %s with 1, and leaves the project as it was', async (_title, audio, kind, id) => {
    const before = await shown();
    const ended = await run('record', project, '--audio', file(audio), '--chapter', '1');
    expect([ended.code, valueOf(ended)]).toMatchObject([1, { failure: kind === undefined ? { charged: 'no' } : { kind, text: { id } } }]);
    expect(await shown()).toEqual(before);
  });

  it('cuts the recording of a chapter at the gaps, and its takes count as sound of the text until that changes', async () => {
    const value = (await answer('record', project, '--audio', file('book.wav'), '--chapter', '1')) as {
      takes: { blockId: string; startMs: number; endMs: number }[];
      left: unknown[];
      creditsUsed: number;
    };
    expect([value.takes.length, value.left, value.creditsUsed]).toEqual([3, [], 0]);
    for (const [index, { startMs, endMs }] of value.takes.entries()) {
      const { from, to } = spans[index]!;
      // Each piece has its words, and nothing of its neighbours'.
      expect(startMs, texts[index]).toBeLessThan(from + 80);
      expect(startMs, texts[index]).toBeGreaterThan(from - 300);
      expect(endMs, texts[index]).toBeGreaterThan(to - 400);
      expect(endMs, texts[index]).toBeLessThan(to + 300);
    }
    expect((await shown()).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    const { words } = (await answer('words', project)) as { words: { source: string; text: string }[] };
    expect(words.map(({ text }) => text)).toEqual(texts.flatMap((text) => text.split(' ')));
    expect(new Set(words.map(({ source }) => source))).toEqual(new Set(['estimated']));

    await answer('set', project, '--voice', 'another');
    expect(await answer('pronounce', project, '--add', 'bread=loaf')).toMatchObject({ stale: 0, estimate: { characters: 0 } });
    await answer('replace', project, '--find', 'village', '--with', 'town');
    expect((await shown()).map(({ state }) => state)).toEqual(['done', 'stale', 'done']);
    // A note says that one block was exported as it was before.
    const exported = await run('export', project, '--format', 'wav', '--out', file('out.wav'));
    expect([exported.code, valueOf(exported)]).toMatchObject([0, { skippedBlocks: 0, staleBlocks: 1 }]);
  });

  it('a recording of a telephone (AAC) is decoded by the FFmpeg that is installed, and refused by name where there is none', async () => {
    execFileSync('ffmpeg', ['-v', 'error', '-i', file('book.wav'), '-c:a', 'aac', '-b:a', '64k', file('book.m4a')]);
    const order = ['project', 'record', project, '--audio', file('book.m4a'), '--chapter', '1', '--json'];
    const without = await start(order, { profile: file('profile'), env: { PATH: folder } }).ended;
    expect([without.code, valueOf(without)]).toMatchObject([
      1,
      { failure: { kind: 'unsupported-media', text: { id: 'recordedTakes.codecNotDecoded' }, charged: 'no' } },
    ]);
    const value = (await answer('record', project, '--audio', file('book.m4a'), '--chapter', '1')) as {
      takes: { startMs: number; endMs: number }[];
    };
    expect(value.takes).toHaveLength(3);
    for (const [index, { startMs, endMs }] of value.takes.entries()) {
      expect(startMs, texts[index]).toBeLessThan(spans[index]!.from + 100);
      expect(endMs, texts[index]).toBeGreaterThan(spans[index]!.to - 400);
    }
  });

  it('words that a recording leaves out are reported as missing', async () => {
    const { mismatches } = (await answer('record', project, '--audio', file('shortened.wav'), '--chapter', '1')) as {
      mismatches: { kind: string; text: string }[];
    };
    expect(new Set(mismatches.map(({ kind }) => kind))).toEqual(new Set(['missing-words']));
    expect(mismatches.at(-1)!.text).toBe('for bread and');
  });

  it('without a place, without a file, or of a chapter that is not there is wrong usage; a block that is not there ends with 1', async () => {
    const audio = ['--audio', file('book.wav')];
    const codes: (number | null)[] = [];
    for (const args of [
      audio,
      ['--audio', file('gone.wav'), '--chapter', '1'],
      [...audio, '--chapter', '9'],
      [...audio, '--block', 'nothing'],
    ])
      codes.push((await run('record', project, ...args)).code);
    expect(codes).toEqual([2, 2, 2, 1]);
  });
});
