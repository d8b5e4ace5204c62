import { expect, it } from 'vitest';
import { findUses } from '../../../src-renderer/app/shell/dropped-recording.ts';

const file = (name: string, type = '') => ({ name, type });

it('one recording can be imported or cloned, and a video also dubbed', () => {
  expect(findUses([file('take.wav')], false)).toEqual(['import', 'clone']);
  expect(findUses([file('take.mp4', 'audio/mp4')], false)).toEqual(['import', 'clone']);
  expect(findUses([file('film.mp4', 'video/mp4')], false)).toEqual(['import', 'clone', 'dub']);
  expect(findUses([file('film.mp4', 'video/mp4'), file('film.srt')], false)).toEqual(['import', 'clone', 'dub']);
});

it('several recordings, and folders, are those of a voice', () => {
  expect(findUses([file('one.wav'), file('two.wav')], false)).toEqual(['clone']);
  expect(findUses([], true)).toEqual(['clone']);
  expect(findUses([file('film.mp4', 'video/mp4')], true)).toEqual(['clone']);
});
