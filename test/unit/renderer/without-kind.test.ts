import { afterEach, expect, test } from 'vitest';
import { messages, setLanguage } from '#shared/messages/index.ts';
import { withoutKind } from '../../../src-renderer/lib/without-kind.ts';

afterEach(() => setLanguage('en'));

test('a job beside whose summary its kind stands is named without it, in every language', async () => {
  const text = (name: string): string => messages.lipSync.ofVideoWithSound(name, 'voice.mp3');
  expect(withoutKind(text('talk.mp4'), text)).toBe('talk.mp4 with voice.mp3');
  const english = text('talk.mp4');
  await setLanguage('de');
  expect(withoutKind(text('talk.mp4'), text)).toBe('talk.mp4 mit voice.mp3');
  expect(withoutKind(english, text)).toBe(english);
});
