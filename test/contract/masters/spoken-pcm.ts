/**
 * A sound with the spectrum and the rhythm of speech, mono 16 bit at 48 kHz: sentences of two seconds, with digital silence of 600 ms between them and
 * soft noise under them, as takes with pauses have.
 */
export function makeSpokenPcm(seconds: number, amplitude = 0.2): Int16Array<ArrayBuffer> {
  const pcm = new Int16Array(Math.round(seconds * 48_000));
  let noise = 1;
  for (let at = 0; at < pcm.length; at += 1) {
    const time = at / 48_000;
    const inSentence = time % 2.6;
    if (inSentence >= 2) continue;
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) | 0;
    // 50 ms of the noise alone on either side of the words.
    const edge = Math.max(0, Math.min(1, (inSentence - 0.05) / 0.03, (1.95 - inSentence) / 0.03));
    const syllable = 0.15 + 0.85 * Math.max(0, Math.sin(2 * Math.PI * 2.3 * time)) ** 0.6;
    const hertz = 118 + 14 * Math.sin(2 * Math.PI * 0.7 * time);
    let voice = 0;
    for (const partial of [1, 2, 3, 5, 8, 13]) voice += Math.sin(2 * Math.PI * hertz * partial * time + partial) / partial;
    pcm[at] = Math.round(32_767 * (amplitude * edge * syllable * voice * 0.6 + (noise / 2 ** 31) * 0.0006));
  }
  return pcm;
}
