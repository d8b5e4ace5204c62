import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReferenceVoice } from '#main/media/alignment/reference-voice.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { createDocument } from '#shared/narration/document.ts';
import { blocks, context, Fixture, factsOf, firstChapter } from '../library/helpers.ts';
import { start, valueOf, type Ended } from './command-line.ts';

const text = 'It was late in the evening when the two travellers came down from the hills.';
let folder: string;
const file = (name: string): string => join(folder, name);
const run = (args: readonly string[]): Promise<Ended> => start(args, { profile: file('profile'), env: {} }).ended;

/** At 22,050 Hz. */
function wav(samples: Float32Array, sampleRate: number): Uint8Array {
  const pcm = Int16Array.from(samples, (sample) => Math.round(sample * 32_767));
  return Buffer.concat([wavHeader(pcm.length, sampleRate), new Uint8Array(pcm.buffer)]);
}

let starts: readonly number[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-cli-words-'));
  const spoken = (await ReferenceVoice.start()).speak(text.split(' '), 'en');
  ({ starts } = spoken);
  writeFileSync(file('speech.wav'), wav(spoken.samples, spoken.sampleRate));
  writeFileSync(file('silence.wav'), wav(new Float32Array(22_050), 22_050));
  writeFileSync(file('damaged.wav'), Buffer.from('RIFF and then nothing that a WAV would have, for a while'));
  writeFileSync(file('text.txt'), `${text}\n`);
  writeFileSync(file('other.txt'), 'Hang a few blankets on the walls, switch off the fridge, and listen for a minute.');
  writeFileSync(file('japanese.txt'), 'フェリーは九時に出ます。');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('align', () => {
  it('prints each token with its times, the confidence and the language that was found', async () => {
    const ended = await run(['align', '--audio', file('speech.wav'), '--text', file('text.txt'), '--json']);
    expect([ended.stderr, ended.code]).toEqual(['', 0]);
    const { language, words, mismatches } = valueOf(ended) as {
      language: string;
      words: { text: string; startMs: number; endMs: number; confidence: number }[];
      mismatches: unknown[];
    };
    expect([language, mismatches]).toEqual(['en', []]);
    expect(words.map((word) => word.text)).toEqual(text.split(' '));
    for (const [index, { startMs, confidence }] of words.entries()) {
      expect(Math.abs(startMs - starts[index]!), words[index]!.text).toBeLessThan(100);
      expect(confidence).toBeGreaterThan(0.5);
    }
  });

  it.each([
    ['a text that the recording does not say', 'speech.wav', 'other.txt', 'unprocessable', 'alignment.otherText'],
    ['silence', 'silence.wav', 'text.txt', 'unprocessable', 'alignment.silent'],
    ['a damaged recording', 'damaged.wav', 'text.txt', 'unsupported-media', 'clone.noReadableSound'],
    ['a language that words cannot be found in', 'speech.wav', 'japanese.txt', 'unsupported-media', 'alignment.noLanguage'],
  ])('%s ends with 1 and a failure', async (_title, audio, words, kind, id) => {
    const ended = await run(['align', '--audio', file(audio), '--text', file(words), '--json']);
    expect(ended.code).toBe(1);
    expect(valueOf(ended)).toMatchObject({ failure: { kind, text: { id } } });
  });

  it('a recording of a telephone (AAC) is decoded by the FFmpeg that is installed, and refused by name where there is none', async () => {
    execFileSync('ffmpeg', ['-v', 'error', '-i', file('speech.wav'), '-c:a', 'aac', '-b:a', '96k', file('speech.m4a')]);
    const order = ['align', '--audio', file('speech.m4a'), '--text', file('text.txt'), '--json'];
    const without = await start(order, { profile: file('profile'), env: { PATH: folder } }).ended;
    expect([without.code, valueOf(without)]).toMatchObject([
      1,
      { failure: { kind: 'unsupported-media', text: { id: 'recordedTakes.codecNotDecoded' }, charged: 'no' } },
    ]);
    const { words } = valueOf(await run(order)) as { words: { text: string; startMs: number }[] };
    expect(words.map((word) => word.text)).toEqual(text.split(' '));
    for (const [index, { startMs }] of words.entries()) expect(Math.abs(startMs - starts[index]!), words[index]!.text).toBeLessThan(120);
  });

  it('a file that is not there, or no text in it, is wrong usage', async () => {
    writeFileSync(file('empty.txt'), ' \n');
    const [gone, empty] = await Promise.all([
      run(['align', '--audio', file('gone.wav'), '--text', file('text.txt'), '--json']),
      run(['align', '--audio', file('speech.wav'), '--text', file('empty.txt'), '--json']),
    ]);
    expect([gone.code, empty.code]).toEqual([2, 2]);
    expect(valueOf(gone)).toMatchObject({ failure: { field: '--audio' } });
    expect(valueOf(empty)).toMatchObject({ failure: { field: '--text' } });
  });
});

describe('project words', () => {
  it('prints one word for each token in order: measured, estimated, or none, and keeps what it found in the project', async () => {
    const library = await new Fixture(file('studio')).open();
    const { services } = library;
    const created = await services['project.create']({ title: 'Words' }, context());
    const { projectId, path } = created;
    await services['project.update']({ projectId, voiceId: 'anna' }, context());
    const document = createDocument(['Nobody saw it.', text, 'Not spoken yet.']).toJSON() as never;
    const { id, title } = firstChapter(created);
    await services['project.arrange'](
      { projectId, before: [{ id, title }], chapters: [{ id: 'chapterwords0', title: 'One', document }] },
      context(),
    );
    const project = await services['project.open']({ path }, context());
    for (const [index, extra] of [{}, { alignment: 'none' as const, words: [] }].entries()) {
      const arrival = await library.receive(`operationwords${index}`, 'wav');
      await arrival.write(readFileSync(file('speech.wav')));
      await library.addTake(await arrival.complete(factsOf(project, index, extra)));
    }
    await library.close();

    const ended = await run(['project', 'words', path, '--json']);
    expect([ended.stderr, ended.code]).toEqual(['', 0]);
    const { words } = valueOf(ended) as {
      words: { blockId: string; index: number; text: string; startMs: number | null; source: string }[];
    };
    const ids = blocks(project).map((block) => block.id);
    const sourcesOf = (blockId: string) => words.filter((word) => word.blockId === blockId).map(({ source }) => source);
    expect(sourcesOf(ids[0]!)).toEqual(['measured', 'measured', 'measured']);
    expect(sourcesOf(ids[1]!)).toEqual(text.split(' ').map(() => 'estimated'));
    expect(sourcesOf(ids[2]!)).toEqual(['none', 'none', 'none']);
    expect(words.filter(({ blockId }) => blockId === ids[1]).map((word) => word.text)).toEqual(text.split(' '));
    expect(words.filter(({ source }) => source === 'none').map(({ startMs }) => startMs)).toEqual([null, null, null]);
    const timed = words.flatMap(({ startMs }) => (startMs === null ? [] : [startMs]));
    expect(timed).toEqual(timed.toSorted((one, other) => one - other));

    const exported = await run(['project', 'export', path, '--format', 'json', '--out', file('words.json'), '--allow-missing', '--json']);
    expect([exported.code, valueOf(exported)]).toMatchObject([0, { files: [{ format: 'json', chapter: null }], skippedBlocks: 1 }]);
    expect(JSON.parse(readFileSync(file('words.json'), 'utf8'))).toMatchObject({
      title: 'Words',
      chapters: [
        {
          number: 1,
          title: 'One',
          // The block that is not spoken yet is left out.
          words: words.slice(0, -3).map(({ text: word, source, blockId, index }) => ({ text: word, source, blockId, index })),
        },
      ],
    });

    const again = await (await new Fixture(file('other-studio')).open()).services['project.open']({ path }, context());
    expect(again.takes.map(({ alignment }) => alignment)).toEqual(['complete', 'estimated']);
  });
});
