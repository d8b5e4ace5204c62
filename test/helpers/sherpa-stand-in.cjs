'use strict';
// Stands in for the npm package `sherpa-onnx-node` in tests: the same interface, tones instead of speech, and the same ways to end its process.
const { readFileSync } = require('node:fs');

const rate = 16_000;

class OfflineTts {
  constructor({ model: { vits, kokoro } }) {
    const { model, tokens, voices } = vits ?? kokoro;
    // A damaged model aborts the process, and a file of tokens that is none ends it.
    const bytes = readFileSync(model).toString('latin1');
    if (!bytes.includes('sample_rate') || bytes.includes('DAMAGED')) process.abort();
    if (!/^\S+ \d+$/mu.test(readFileSync(tokens, 'utf8'))) process.exit(255);
    if (kokoro) readFileSync(voices);
    this.sampleRate = rate;
    this.numSpeakers = kokoro ? 3 : 1;
  }

  generate({ text, sid, speed }) {
    if (text.trim() === '' || text.includes('segfault')) process.kill(process.pid, 'SIGSEGV');
    while (text.includes('endless'));
    if (text.includes('refused')) throw new Error('it was refused');
    const hertz = 140 + 60 * sid;
    const silence = rate / 10;
    const sounding = Math.round((text.length * 0.06 * rate) / speed);
    const samples = new Float32Array(sounding + 2 * silence);
    for (let at = 0; at < sounding; at += 1) samples[silence + at] = 0.3 * Math.sin((2 * Math.PI * hertz * at) / rate);
    return { samples, sampleRate: rate };
  }
}

module.exports = { OfflineTts };
