import { afterEach, describe, expect, it } from 'vitest';
import { german } from '#shared/messages/de/index.ts';
import { english } from '#shared/messages/en/index.ts';
import { setLanguage } from '#shared/messages/index.ts';
import { summaryNow } from '#main/paid-requests/summary.ts';

afterEach(() => setLanguage('en'));

/** The same summary, as both languages write it. */
const pairs = [
  ['job', english.speech.lineBy('Nora', 'To “be”: or'), german.speech.lineBy('Nora', 'To “be”: or')],
  ['speech', english.speech.forLipSync('Hello.'), german.speech.forLipSync('Hello.')],
  ['aligned', english.shapes.quoted('“So,” he said.'), german.shapes.quoted('“So,” he said.')],
  ['realtime-reliable', english.live.ofText('Hello.'), german.live.ofText('Hello.')],
  ['transcription', english.transcribe.transcriptionOf('talk (1).wav'), german.transcribe.transcriptionOf('talk (1).wav')],
  ['voice-create', english.voices.cloneOf('Ann: two'), german.voices.cloneOf('Ann: two')],
  ['voice-delete', english.voices.deletionOf('Ann'), german.voices.deletionOf('Ann')],
  ['design', english.design.ofPrompt('calm'), german.design.ofPrompt('calm')],
  ['design-save', english.design.voiceOfDesign('Nora'), german.design.voiceOfDesign('Nora')],
  ['lip-sync', english.lipSync.ofVideoWithSound('a.mp4', 'b.mp3'), german.lipSync.ofVideoWithSound('a.mp4', 'b.mp3')],
  ['lip-sync', english.dubbing.lipSyncAfterDubbing('a.mp4', 'Hi.'), german.dubbing.lipSyncAfterDubbing('a.mp4', 'Hi.')],
  ['dubbing', english.dubbing.ofVideo('a.mp4', 'Hi.'), german.dubbing.ofVideo('a.mp4', 'Hi.')],
  ['image', english.imagesVideo.imageOfPrompt('a\ncat'), german.imagesVideo.imageOfPrompt('a\ncat')],
  ['video', english.imagesVideo.videoOfPrompt('a cat'), german.imagesVideo.videoOfPrompt('a cat')],
  ['profile-update', english.account.changeOfProfile('name'), german.account.changeOfProfile('name')],
] as const;

describe('the summary of a row of the ledger', () => {
  it.each(pairs)('of %s is in the language in use, whichever it was written in: %s', async (family, inEnglish, inGerman) => {
    expect(inEnglish).not.toBe(inGerman);
    expect([inEnglish, inGerman].map((summary) => summaryNow({ family, summary }))).toEqual([inEnglish, inEnglish]);
    await setLanguage('de');
    expect([inEnglish, inGerman].map((summary) => summaryNow({ family, summary }))).toEqual([inGerman, inGerman]);
  });

  it('stays as it is where it is a person’s own text, of another family, or of an older version', async () => {
    await setLanguage('de');
    for (const summary of ['The boats are home.', 'Image: “a cat”', '']) expect(summaryNow({ family: 'speech', summary })).toBe(summary);
    expect(summaryNow({ family: 'image', summary: 'A picture that 2.0 made' })).toBe('A picture that 2.0 made');
  });
});
