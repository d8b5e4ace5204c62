import { beforeAll, expect, it } from 'vitest';
import { alignAndCheck, leastConfidence } from '#main/media/alignment/align.ts';
import { measureRecording } from '#main/media/alignment/measured-recording.ts';
import { ReferenceVoice } from '#main/media/alignment/reference-voice.ts';
import { heldOutTexts } from '../../helpers/held-out-texts.ts';

let voice: ReferenceVoice;
beforeAll(async () => {
  voice = await ReferenceVoice.start();
});

const story = 'It was late in the evening when the two travellers came down from the hills.';
const other = 'Hang a few blankets on the walls, switch off the fridge, and listen for a minute.';
const record = (text: string) => measureRecording(voice.speak(text.split(' '), 'en'));

it('a recording matches the text it says, and does not match another text of the same length', () => {
  expect(alignAndCheck(record(story), story, 'en', voice).isMatch).toBe(true);
  expect(alignAndCheck(record(other), story, 'en', voice).isMatch).toBe(false);
});

it('sentences of another text have no confidence, and those around them keep theirs', () => {
  const end = 'Nobody in the village had seen them before, and nobody asked where they came from.';
  const wrong = end.split(' ').reverse().join(' ');
  const { words, isMatch } = alignAndCheck(
    record(`${story} ${end} ${other} ${other} ${story} ${end}`),
    `${story} ${end} ${wrong} ${wrong} ${story} ${end}`,
    'en',
    voice,
  );
  const isSure = words.map(({ confidence }) => confidence >= leastConfidence);
  const before = `${story} ${end}`.split(' ').length;
  expect(isMatch).toBe(true);
  expect(isSure.slice(0, before - 10)).not.toContain(false);
  expect(isSure.slice(before + 10, before + 18)).not.toContain(true);
  expect(isSure.slice(-before + 10)).not.toContain(false);
});

it('a text of no words matches everything, and silence matches no text', () => {
  expect(alignAndCheck(record(story), ' ', 'en', voice)).toEqual({ words: [], isMatch: true });
  const silence = measureRecording({ samples: new Float32Array(48_000), sampleRate: 16_000 });
  expect(alignAndCheck(silence, story, 'en', voice).isMatch).toBe(false);
});

it('a single sentence is distinguished from others of its length, in the very voice that it is compared with', () => {
  const byLength = heldOutTexts.toSorted((one, other) => one.length - other.length).slice(4, 14);
  byLength.forEach((text, index) => {
    const recording = record(text);
    const accepted = byLength.filter(
      (other, place) => Math.abs(place - index) <= 2 && alignAndCheck(recording, other, 'en', voice).isMatch,
    );
    expect(accepted).toEqual([text]);
  });
});
