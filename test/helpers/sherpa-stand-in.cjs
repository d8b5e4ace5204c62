'use strict';
// Stands in for the npm package `sherpa-onnx-node` in tests: the same interface, tones instead of speech, and the same ways to end its process.
const { existsSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

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

/** Says how many seconds it was given, and in which language it was asked. Files beside its model make it fail. */
class OfflineRecognizer {
  constructor(config) {
    this.setConfig(config);
    const { encoder, decoder } = this.whisper;
    for (const model of [encoder, decoder]) if (readFileSync(model).toString('latin1').includes('DAMAGED')) process.abort();
    if (!/^\S+ \d+$/mu.test(readFileSync(this.tokens, 'utf8'))) process.exit(255);
  }

  setConfig({ modelConfig: { whisper, tokens } }) {
    this.whisper = whisper;
    this.tokens = tokens;
  }

  createStream() {
    return {
      acceptWaveform({ samples, sampleRate }) {
        this.seconds = samples.length / sampleRate;
        if (this.seconds > 30) throw new Error('more than 30 seconds');
      },
    };
  }

  decode() {
    const has = (name) => existsSync(join(dirname(this.whisper.encoder), name));
    if (has('crash')) process.kill(process.pid, 'SIGSEGV');
    while (has('endless'));
  }

  getResult({ seconds }) {
    if (existsSync(join(dirname(this.whisper.encoder), 'mute'))) return { text: '', lang: '' };
    const multilingual = readFileSync(this.whisper.encoder).toString('latin1').includes('all_language_codes');
    const lang = multilingual ? this.whisper.language || 'de' : '';
    const text = ` ${lang || 'english'} for ${seconds.toFixed(1)} seconds.`;
    if (!this.whisper.enableSegmentTimestamps) return { text, lang };
    return {
      text: `${text} The end.`,
      lang,
      segment_timestamps: [0.1, seconds - 0.5],
      segment_durations: [1, 9],
      segment_texts: [text, ' The end.'],
    };
  }
}

module.exports = { OfflineRecognizer, OfflineTts };
