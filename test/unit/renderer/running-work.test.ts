import { expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { listRunning, type WindowWork } from '../../../src-renderer/app/settings/running-work.ts';

const names = messages.window.runningWork;
const idle: WindowWork = {
  isExporting: false,
  isGenerating: false,
  isSpeaking: false,
  uploading: [undefined],
  slots: [{ busy: undefined }],
  recording: 'ready',
};

it('a reload of the window stops nothing where nothing runs, or where an address is only looked at', () => {
  expect(listRunning(idle)).toEqual([]);
  expect(listRunning({ ...idle, slots: [{ busy: { what: 'address', name: 'film.mp4' } }] })).toEqual([]);
});

it('all that a reload would stop is named once, whatever file is on its way', () => {
  expect(listRunning({ ...idle, isExporting: true, isGenerating: true, isSpeaking: true })).toEqual([
    names.export,
    names.generation,
    names.live,
  ]);
  expect(listRunning({ ...idle, uploading: [undefined, { name: 'film.mp4', sent: 1, bytes: 2 }] })).toEqual([names.upload]);
  expect(listRunning({ ...idle, slots: [{ busy: { what: 'file', name: 'film.mp4' } }], recording: 'uploading' })).toEqual([names.upload]);
});
