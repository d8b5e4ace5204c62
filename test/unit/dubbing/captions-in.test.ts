import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCaptions, readCaptions, toSegments } from '#shared/dubbing/captions-in.ts';
import { newSegment, type Segment } from '#shared/dubbing/timeline.ts';
import { FailureError } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { sampleRate } from '#shared/narration/take.ts';

const srt = `\uFEFF1\r
00:00:01,000 --> 00:00:03,500\r
ANNA: <i>Good evening</i>,\r
and welcome.\r
\r
2\r
00:00:04,000 --> 00:00:06,000 X1:40 X2:600\r
{\\an8}BEN: Thank you & good night.\r
\r
\r
3\r
00:00:07,000 --> 00:00:08,000\r
Note: nobody is named here.\r
`;

const problem = (content: string): string => {
  try {
    readCaptions(content);
  } catch (thrown) {
    if (thrown instanceof FailureError) return `${thrown.failure.field ?? ''}: ${thrown.failure.message}`;
  }
  return 'it was read';
};

describe('captions that are imported', () => {
  it('SRT has times to the sample, speakers, and no marks of its own', () => {
    expect(readCaptions(srt).cues).toEqual([
      { start: 48_000, end: 168_000, text: 'Good evening, and welcome.', speaker: 'ANNA', line: 2 },
      { start: 192_000, end: 288_000, text: 'Thank you & good night.', speaker: 'BEN', line: 7 },
      { start: 336_000, end: 384_000, text: 'Note: nobody is named here.', speaker: null, line: 12 },
    ]);
  });

  it('WebVTT has voices, notes, settings and entities', () => {
    const vtt = `WEBVTT - a film

STYLE
::cue { color: red }

NOTE
--> is no time here

intro
00:01.000 --> 00:02.250 align:start
<v.loud Anna Berg>Tom &amp; Jerry &lt;3</v>

01:00:00.000 --> 01:00:01.000
Plain
`;
    expect(readCaptions(vtt).cues).toEqual([
      { start: 48_000, end: 108_000, text: 'Tom & Jerry <3', speaker: 'Anna Berg', line: 10 },
      { start: 172_800_000, end: 172_848_000, text: 'Plain', speaker: 'Anna Berg', line: 13 },
    ]);
  });

  it('times have one, two or three decimals, after a point or a comma', () => {
    const decimals = fc.integer({ min: 1, max: 3 }).chain((digits) => fc.tuple(fc.constant(digits), fc.nat(10 ** digits - 1)));
    fc.assert(
      fc.property(decimals, fc.constantFrom('.', ','), fc.constantFrom('', 'WEBVTT\n\n'), ([digits, count], point, head) => {
        const [cue] = readCaptions(`${head}00:00:07${point}${String(count).padStart(digits, '0')} --> 00:00:09${point}5\nHello`).cues;
        expect(cue).toMatchObject({ start: Math.round((7 + count / 10 ** digits) * 48_000), end: 9.5 * 48_000 });
      }),
    );
  });

  it('two speakers in dashes are a cue each, without the speaker of before unless they are named', () => {
    // As ffmpeg writes it; the times are shared out by the length of what is said.
    const film = `1\n00:00:01,000 --> 00:00:02,000\nMARIA: Hello.\n\n2\n00:00:02,000 --> 00:00:05,000\n- Are you sure?\n- Yes, my old bones do.\n\n3\n00:00:06,000 --> 00:00:07,000\nBEN (off): I am awake.\n\n4\n00:00:08,000 --> 00:00:10,000\n- ANNA: Who is it?\n- [DOOR SLAMS]\n`;
    const { cues, sounds } = readCaptions(film);
    expect(cues.map(({ text, speaker }) => [speaker, text])).toEqual([
      ['MARIA', 'Hello.'],
      [null, 'Are you sure?'],
      [null, 'Yes, my old bones do.'],
      ['BEN', 'I am awake.'],
      ['ANNA', 'Who is it?'],
    ]);
    expect([cues[1]?.start, cues[2]?.end]).toEqual([2 * sampleRate, 5 * sampleRate]);
    expect(cues[1]?.end).toBe(cues[2]?.start);
    expect(sounds).toEqual(['[DOOR SLAMS]']);
  });

  it('WebVTT names each of two speakers in dashes, and what follows them is of nobody known', () => {
    const film = `WEBVTT\n\n00:01.000 --> 00:03.000\n<v Anna>- Are you sure?</v>\n<v Ben>- Yes.</v>\n\n00:04.000 --> 00:07.000\n- One of us.\n- And another.\n\n00:08.000 --> 00:09.000\nWho?\n`;
    expect(readCaptions(film).cues.map(({ speaker }) => speaker)).toEqual(['Anna', 'Ben', null, null, null]);
  });

  it('sounds and music are left out and listed; what is spoken beside them stays', () => {
    const cue = (at: number, text: string): string => `${at}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n\n`;
    const { cues, sounds } = readCaptions(
      cue(1, '[DOOR SLAMS]') +
        cue(2, '♪ The sea,\nthe sea ♪') +
        cue(3, '(dog barks)\nWho is there?') +
        cue(4, '#1 is best.') +
        cue(5, '[sighs] Yes.'),
    );
    expect(cues.map(({ text }) => text)).toEqual(['Who is there?', '#1 is best.', 'Yes.']);
    expect(sounds).toEqual(['[DOOR SLAMS]', '♪ The sea, the sea ♪', '(dog barks)', '[sighs]']);
  });

  it('a name in small letters counts from its second line on', () => {
    const cue = (at: number, text: string): string => `${at}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n\n`;
    const speakers = readCaptions(cue(1, 'Anna: One.') + cue(2, 'Anna: Two.') + cue(3, 'Mind: the gap.')).cues.map(
      ({ speaker }) => speaker,
    );
    expect(speakers).toEqual(['Anna', 'Anna', null]);
  });

  it.each([
    ['', 'captions: There are no captions in it. SRT and WebVTT are read.'],
    [
      '1\n00:00:01,000 -> 00:00:02,000\nHello',
      'captions: Line 2 should tell when caption 1 is shown, as in 00:00:01,000 --> 00:00:03,500.',
    ],
    ['1\n00:00:01,000 --> 00:00:02\nHello', 'captions: Line 2 has a time that cannot be read: “00:00:01,000 --> 00:00:02”.'],
    ['1\n00:00:03,000 --> 00:00:02,000\nHello', 'captions: Line 2 ends before it begins: “00:00:03,000 --> 00:00:02,000”.'],
    ['1\n00:00:02,000 --> 00:00:02,000\nHello', 'captions: Line 2 ends before it begins: “00:00:02,000 --> 00:00:02,000”.'],
    [
      '1\n00:00:01,000 --> 00:00:02,000\nHello\n\nWhat is this\nIndeed',
      'captions: Line 5 is no caption: “What is this” stands where a number or the times should be.',
    ],
    ['1\n00:61:00,000 --> 00:62:02,000\nHello', 'captions: Line 2 has a time that cannot be read: “00:61:00,000 --> 00:62:02,000”.'],
    [
      `1\n00:00:01,000 --> 00:00:02,000\n${'x'.repeat(1_001)}`,
      'captions: The caption at line 2 has 1001 characters; a segment holds 1000. Part it in two.',
    ],
  ])('what is damaged is named by its line: %j', (content, message) => {
    expect(problem(content)).toBe(message);
  });

  it('whatever is read, it is read or refused, and what is read is in range', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('1', '00:00:01,000 --> 00:00:02,000', 'text', '', 'WEBVTT', '-->', 'NOTE', '<v A>b')),
        (lines) => {
          try {
            for (const { start, end, text } of readCaptions(lines.join('\n')).cues) expect(end > start && text !== '').toBe(true);
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(FailureError);
          }
        },
      ),
    );
  });

  it('goes out as it came in, to the millisecond, in both formats', () => {
    const segments = toSegments(readCaptions(srt).cues, newId);
    for (const format of ['srt', 'vtt'] as const) {
      const again = readCaptions(formatCaptions({ segments, takes: [] }, format)).cues;
      expect(again.map(({ start, end, text }) => ({ start, end, text }))).toEqual(
        segments.map(({ start, end, text }) => ({ start, end, text })),
      );
    }
  });

  it('goes out in captions of two lines of 42 characters at most, with every word in its order, within the time of its segment', () => {
    const word = fc.stringMatching(/^[a-z]{1,42}$/u);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), fc.integer({ min: 10, max: 200 }), (words, tenths) => {
        const [segment] = toSegments(readCaptions(srt).cues, newId);
        const long = { ...segment!, end: segment!.start + tenths * 4_800, text: words.join(' ') };
        const content = formatCaptions({ segments: [long], takes: [] }, 'srt');
        const shown = content
          .trim()
          .split('\r\n\r\n')
          .map((cue) => cue.split('\r\n').slice(2));
        expect(shown.flat().join(' ').split(' ')).toEqual(words);
        for (const lines of shown) expect(lines.length).toBeLessThanOrEqual(2);
        for (const line of shown.flat()) expect(line.length).toBeLessThanOrEqual(42);
        const times = readCaptions(content.replaceAll(/:(?= )/gu, '')).cues;
        expect(times[0]!.start).toBe(long.start);
        for (const [index, { start, end }] of times.entries()) {
          expect(start).toBeGreaterThanOrEqual(index === 0 ? long.start : times[index - 1]!.start);
          if (tenths > 100) expect(end).toBeLessThanOrEqual(long.end);
        }
      }),
    );
  });

  it('a segment of five lines over nine seconds goes out as several captions, the last until its end', () => {
    const text =
      'The boats have been away since Monday, and nobody has heard anything of them since then. They say that the lamp at the harbour was seen until the morning, but not by whom.';
    const [segment] = toSegments(readCaptions(srt).cues, newId);
    const long = { ...segment!, start: 48_000, end: 48_000 * 10.5, text };
    const cues = readCaptions(formatCaptions({ segments: [long], takes: [] }, 'vtt')).cues;
    expect(cues.length).toBeGreaterThan(1);
    expect(cues.map((cue) => cue.text).join(' ')).toBe(text);
    expect([cues[0]!.start, cues.at(-1)!.end]).toEqual([long.start, long.end]);
    for (const [index, cue] of cues.slice(1).entries()) expect(cue.start).toBeGreaterThan(cues[index]!.end);
    // A few words in much time are not torn apart.
    const few = { ...long, text: 'Not one word.' };
    expect(readCaptions(formatCaptions({ segments: [few], takes: [] }, 'srt')).cues).toMatchObject([{ start: long.start, text: few.text }]);
  });

  it('a speaker has the voice of any line of its own that has one, not only of its first', () => {
    const [anna] = toSegments(readCaptions(srt).cues, newId);
    const known = [anna!, { ...anna!, id: newId(), voiceId: 'her voice' }];
    expect(toSegments(readCaptions(srt).cues, newId, known)[0]?.voiceId).toBe('her voice');
  });

  it('a speaker that has a voice already gives it to the new lines', () => {
    const [anna] = toSegments(readCaptions(srt).cues, newId);
    const again = toSegments(readCaptions(srt).cues, newId, [{ ...anna!, voiceId: 'her voice', speed: 1.1 }]);
    expect(again.map(({ voiceId, speed }) => [voiceId, speed])).toEqual([
      ['her voice', 1.1],
      [null, 1],
      [null, 1],
    ]);
  });

  it('name the speaker where it changes, if wanted, and are read again with the same speakers and texts', () => {
    const named = (id: string, at: number, speaker: string | null): Segment => ({
      ...newSegment([], id, at * sampleRate),
      end: (at + 1) * sampleRate,
      text: 'Good evening.',
      speaker,
    });
    const segments = [
      named('one0000001', 0, 'CLARA'),
      named('two0000001', 2, 'CLARA'),
      named('three00001', 4, 'BEN'),
      named('four000001', 6, null),
    ];
    const content = formatCaptions({ segments, takes: [] }, 'srt', { speakers: true });
    expect(content.match(/[A-Z]+: Good/gu)).toEqual(['CLARA: Good', 'BEN: Good']);
    expect(readCaptions(content).cues.map(({ text }) => text)).toEqual(segments.map(({ text }) => text));
    expect(formatCaptions({ segments, takes: [] }, 'srt')).not.toContain('CLARA');
  });

  it('as WebVTT name the voice of each caption, whatever signs the name has, and keep it when they are read again', () => {
    const name = fc.stringMatching(/^[A-Za-zÄß&<>.]{1,12}( [A-Za-zÄß&<>.]{1,12})?$/u);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
        const segments = names.map((speaker, place) => ({
          ...newSegment([], `one${String(place).padStart(7, '0')}`, place * 2 * sampleRate),
          end: (place * 2 + 1) * sampleRate,
          text: 'Good < evening.',
          speaker,
        }));
        const content = formatCaptions({ segments, takes: [] }, 'vtt', { speakers: true });
        expect(readCaptions(content).cues.map(({ speaker, text }) => [speaker, text])).toEqual(
          segments.map(({ speaker, text }) => [speaker, text]),
        );
        expect(formatCaptions({ segments, takes: [] }, 'vtt')).not.toContain('<v ');
      }),
    );
  });

  it('as WebVTT with voices are read by ffmpeg, which has their texts', () => {
    const segment = { ...newSegment([], 'one0000000', 0), end: sampleRate, text: 'Fish & chips', speaker: 'ANNA & BEN' };
    const input = formatCaptions({ segments: [segment], takes: [] }, 'vtt', { speakers: true });
    expect(input).toContain('<v ANNA &amp; BEN>Fish &amp; chips');
    const { stdout } = spawnSync('ffmpeg', ['-v', 'error', '-f', 'webvtt', '-i', 'pipe:0', '-f', 'srt', 'pipe:1'], {
      input,
      encoding: 'utf8',
    });
    expect(stdout).toContain('Fish & chips');
    expect(stdout).not.toContain('ANNA');
  });

  it('keep the times of their words where a name stands before a long text', () => {
    const long: Segment = {
      ...newSegment([], 'long000001', 0),
      end: 12 * sampleRate,
      text: 'The boats have been away since Monday. '.repeat(5).trim(),
      speaker: 'CLARA',
    };
    const [first] = readCaptions(formatCaptions({ segments: [long], takes: [] }, 'srt', { speakers: true })).cues;
    expect(first).toMatchObject({ start: 0, speaker: 'CLARA' });
    expect(first?.text).toMatch(/^The boats/u);
  });
});
