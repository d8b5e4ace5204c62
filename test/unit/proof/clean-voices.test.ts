import { afterAll, expect, it } from 'vitest';
import { publicVoices } from '#main/local-service/voices/catalogue.ts';
import { sampleRate } from '#main/local-service/sound/engine.ts';
import { Synthesis } from '#main/local-service/sound/synthesis.ts';
import { ClipFinder } from '#main/media/proof/clipping.ts';
import { setLanguage } from '#shared/messages/index.ts';
import { sampleText } from '#shared/narration/sample.ts';
import { readPcm } from '../../helpers/other-voices.ts';

const synthesis = new Synthesis(1);
afterAll(async () => {
  await synthesis.close();
  await setLanguage('en');
});

it.each(['Clara', 'Greta', 'Paul'])('nothing of the German sample that %s speaks is cut off, however even a vowel is', async (name) => {
  await setLanguage('de');
  const voice = publicVoices.find((one) => one.name === name)!.engine;
  for (const text of sampleText().paragraphs.slice(0, 3)) {
    const bytes: Uint8Array[] = [];
    for await (const piece of synthesis.speak({ text, voice, format: 'pcm', gain: 0, speed: 1, normalise: true }))
      if (piece.kind === 'audio') bytes.push(piece.bytes);
    const clips = new ClipFinder();
    clips.push(readPcm(Buffer.concat(bytes)), sampleRate);
    expect(clips.finish()).toEqual([]);
  }
});
