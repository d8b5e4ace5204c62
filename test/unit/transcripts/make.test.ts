import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCaptionManuscript } from '#main/features/manuscript/captions.ts';
import { readCaptions, toSegments } from '#shared/dubbing/captions-in.ts';
import { dubLimits, segmentSchema } from '#shared/dubbing/timeline.ts';
import { newId } from '#shared/ids.ts';
import {
  blocksFrom,
  checkCaptions,
  dubbingCues,
  hasTimes,
  toParagraphs,
  transcriptCues,
  transcriptFile,
} from '#shared/transcripts/make.ts';
import { piecesOfManuscript, piecesOfText } from '#shared/transcripts/known-text.ts';
import { readTranscript } from '#shared/transcripts/read.ts';

const read = (segments: unknown[]) => readTranscript({ text: '', duration: 600, segments }).segments;
const plain = { split: true, speakers: false };
const long = 'When the lamp had burned down to its end, nobody in the whole house could say who had lit it, or when, or why.';

describe('captions of a transcript', () => {
  it('split long segments into cues of two lines of 42 characters, within the segment’s own time', () => {
    const cues = transcriptCues(read([{ start: 2, end: 10, text: long }]), plain);
    expect(cues.length).toBeGreaterThan(1);
    for (const { lines } of cues) {
      expect(lines.length).toBeLessThanOrEqual(2);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(42);
    }
    expect([cues[0]!.startMs, cues.at(-1)!.endMs]).toEqual([2000, 10_000]);
    expect(cues.flatMap(({ lines }) => lines).join(' ')).toBe(long);
  });

  it('begin with the words where the service timed them, also behind a speaker’s name', () => {
    const words = [
      { text: 'Good', start: 3, end: 3.4 },
      { text: 'morning.', start: 3.4, end: 4 },
    ];
    const segments = read([{ start: 2.5, end: 4.2, text: 'Good morning.', speaker: 'Anna', words }]);
    expect(transcriptCues(segments, { split: true, speakers: true })).toMatchObject([{ startMs: 3000, lines: ['Anna: Good morning.'] }]);
    // A word more than was timed: the times are those of the segment.
    expect(transcriptCues([{ ...segments[0]!, text: 'A good morning.' }], plain)).toMatchObject([{ startMs: 2500 }]);
  });

  it('say which segments are too long for their lines, and which are too fast', () => {
    const segments = read([
      { start: 0, end: 8, text: long },
      { start: 8, end: 9, text: 'Far too many words for one second.' },
      { start: 10, end: 14, text: 'At ease.' },
      { start: 14, end: 16, text: 'Nineteen a second, so it is brisk here' },
      { text: 'without times' },
    ]);
    const whole = checkCaptions(segments, { split: false, speakers: false });
    expect(whole.get(0)).toMatchObject({ linesOver: 1, pace: 'easy' });
    expect(checkCaptions(segments, plain).get(0)).toMatchObject({ linesOver: 0 });
    expect(whole.get(1)).toMatchObject({ pace: 'too-fast', speed: 34 });
    expect(whole.get(2)).toMatchObject({ pace: 'easy' });
    expect(whole.get(3)).toMatchObject({ pace: 'brisk' });
    expect(whole.has(4)).toBe(false);
    // Cut into cues, spoken by somebody: the words and the time of the segment are the same.
    const cut = checkCaptions(
      segments.map((one) => ({ ...one, speaker: 'Anna' })),
      { split: true, speakers: true },
    );
    for (const index of [0, 1, 2, 3]) expect(cut.get(index)?.speed).toBe(whole.get(index)?.speed);
    expect(cut.get(0)?.speed).toBe(long.length / 8);
    expect(hasTimes(segments)).toBe(false);
    expect(hasTimes(segments.slice(0, 4))).toBe(true);
    expect(hasTimes([])).toBe(false);
  });

  it('are SRT and VTT; text is in paragraphs by speaker and pause; what was emptied is in none of them', () => {
    const segments = read([
      { start: 0, end: 1, text: 'One.', speaker: 'A' },
      { start: 1, end: 2, text: 'Two.', speaker: 'A' },
      { start: 2, end: 3, text: 'gone', speaker: 'B' },
      { start: 3, end: 4, text: 'Three.', speaker: 'B' },
      { start: 9, end: 10, text: 'Four.', speaker: 'B' },
    ]).map((segment) => (segment.text === 'gone' ? { ...segment, text: ' ' } : segment));
    const choice = { split: true, speakers: true };
    expect(transcriptFile(segments, 'srt', choice)).toContain('1\r\n00:00:00,000 --> 00:00:00,917\r\nA: One.\r\n\r\n2\r\n');
    expect(transcriptFile(segments, 'vtt', choice)).toMatch(/^WEBVTT\n\n00:00:00\.000 --> 00:00:00\.917\n<v A>One\.\n/u);
    expect(transcriptFile(segments, 'vtt', choice)).not.toContain('A:');
    expect(transcriptFile(segments, 'vtt', { split: true, speakers: false })).not.toContain('<v ');
    expect(transcriptFile(segments, 'txt', choice)).toBe('A: One. Two.\n\nB: Three.\n\nFour.\n');
    expect(transcriptFile(segments, 'txt', { split: true, speakers: false })).toBe('One. Two.\n\nThree.\n\nFour.\n');
    expect(toParagraphs(segments)).toHaveLength(3);
    expect(blocksFrom(segments, 'segment').map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.', 'Four.']);
  });

  it('as WebVTT name the voice of each caption by its tag, which ffmpeg leaves out of the text', () => {
    const segments = read([
      { start: 0, end: 1, text: 'Fish & <chips>', speaker: 'ANNA & BEN' },
      { start: 2, end: 10, text: long, speaker: 'Ida > all' },
    ]);
    const input = transcriptFile(segments, 'vtt', { split: true, speakers: true });
    expect(input).toContain('<v ANNA &amp; BEN>Fish &amp; &lt;chips&gt;');
    const cues = transcriptCues(segments, plain);
    expect(cues.length).toBeGreaterThan(2);
    expect(input.match(/<v Ida &gt; all>/gu)).toHaveLength(cues.length - 1);
    const again = readCaptions(input).cues;
    expect(new Set(again.map(({ speaker }) => speaker))).toEqual(new Set(['ANNA & BEN', 'Ida > all']));
    expect(again.map(({ text }) => text)).toEqual(cues.map(({ lines }) => lines.join(' ')));
    const { stdout } = spawnSync('ffmpeg', ['-v', 'error', '-f', 'webvtt', '-i', 'pipe:0', '-f', 'srt', 'pipe:1'], {
      input,
      encoding: 'utf8',
    });
    expect(stdout).toContain('Fish & ');
    expect(stdout).not.toMatch(/ANNA|Ida/u);
    expect(stdout.match(/-->/gu)).toHaveLength(cues.length);
  });

  it('name every speaker to who reads them again, in captions and in text', () => {
    const spoken = fc.record({
      speaker: fc.constantFrom('ANNA', 'BEN', 'IDA BELL', 'SPEAKER_00'),
      text: fc.constantFrom('One.', 'Two words.'),
    });
    fc.assert(
      fc.property(fc.array(spoken, { minLength: 1, maxLength: 20 }), (rows) => {
        const segments = read(rows.map((row, index) => ({ ...row, start: 2 * index, end: 2 * index + 1.5 })));
        const choice = { split: true, speakers: true };
        for (const format of ['srt', 'vtt'] as const) {
          const file = transcriptFile(segments, format, choice);
          expect(readCaptions(file).cues.map(({ speaker, text }) => ({ speaker, text }))).toEqual(rows);
          // As the text of a recording, and as a script.
          expect(piecesOfManuscript(readCaptionManuscript(file, `a.${format}`)).map(({ speaker, text }) => ({ speaker, text }))).toEqual(
            rows,
          );
        }
        const named = new Set(piecesOfText(transcriptFile(segments, 'txt', choice)).map(({ speaker }) => speaker));
        expect(named).toEqual(new Set(rows.map(({ speaker }) => speaker)));
      }),
    );
  });
});

describe('a name before the text of a segment', () => {
  const segments = read([
    {
      start: 1,
      end: 2,
      text: 'MARIA: Good morning.',
      words: [
        { text: 'MARIA:', start: 1, end: 1.2 },
        { text: 'Good', start: 1.2, end: 1.5 },
        { text: 'morning.', start: 1.5, end: 2 },
      ],
    },
    { start: 3, end: 4, text: 'BEN: I am Anna.', speaker: 'Anna' },
    { start: 5, end: 6, text: 'Note: it rained.' },
  ]);

  it('is the speaker of a line of a dub and of a block where the segment has no speaker, and is not spoken', () => {
    const named = [
      { speaker: 'MARIA', text: 'Good morning.' },
      { speaker: 'Anna', text: 'BEN: I am Anna.' },
      { speaker: null, text: 'Note: it rained.' },
    ];
    expect(dubbingCues(segments)).toMatchObject(named);
    expect(blocksFrom(segments, 'segment')).toEqual(named);
    expect(blocksFrom(segments, 'paragraph')).toEqual(named);
  });
});

describe('the lines of a dub', () => {
  it('are a segment each at its own time, whole as a dub keeps them, however short or long they are', () => {
    const endless = 'Word after word after word. '.repeat(60).trim();
    const cues = dubbingCues(
      read([
        { start: 1, end: 2.5, text: 'Hello.', speaker: 'x'.repeat(200) },
        { start: 3, end: 3.01, text: 'Oh.' },
        { start: 4, end: 100, text: endless },
        { text: 'without times' },
        { start: 101, end: 102, text: ' ' },
      ]),
    );
    expect(cues[0]).toEqual({ start: 48_000, end: 120_000, text: 'Hello.', speaker: 'x'.repeat(80), line: 1 });
    expect(cues[1]).toMatchObject({ start: 144_000, end: 144_000 + dubLimits.shortestSamples });
    expect(
      cues
        .slice(2)
        .map(({ text }) => text)
        .join(' '),
    ).toBe(endless);
    for (const segment of toSegments(cues, newId)) expect(segmentSchema.safeParse(segment).error).toBeUndefined();
  });
});
