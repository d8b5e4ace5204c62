import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { findBrowser } from '#main/hosts/served/browser.ts';
import { voiceList } from '#shared/wire/responses/voices.ts';
import { startLocalService } from './local-service.ts';

/**
 * `npm run examples`: makes the small films and recordings of **Try an example** again, in `src-renderer/core/examples/media`. The speech is
 * spoken by the local service, the picture is drawn in a browser, ffmpeg codes it.
 */
const folder = fileURLToPath(new URL('../../src-renderer/core/examples/media/', import.meta.url));
const words = fileURLToPath(new URL('../../src-main/local-service/media/example-recording.ts', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'voicewright-examples-'));
const framesPerSecond = 25;
const [width, height] = [640, 360];

const keeper = 'Good morning from the harbour. The ferry leaves at nine, and the sea is calm today.';
const visitor = 'The last boat came back an hour ago. Everybody is safe, and there is hot soup for all in the kitchen.';
const reading =
  'The keeper climbed the stairs with a lamp in his hand. Outside, the wind was pushing the rain against the glass. ' +
  'He counted the ships on the horizon, wrote their names into a book, and thought of the long winter that lay behind him.';

const dataDirectory = join(work, 'service');
mkdirSync(dataDirectory);
const service = await startLocalService({ key: 'local-examples', dataDirectory });
let digest = '';
try {
  const speak = async (text: string, voice: number, format: 'wav' | 'mp3'): Promise<Uint8Array<ArrayBuffer>> => {
    const headers = { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' };
    const listed = await fetch(`${service.baseUrl}/api/open/v3/voices?pageSize=100`, { headers });
    const { items } = voiceList.parse(await listed.json());
    const english = items.filter(({ primaryLanguage }) => primaryLanguage.startsWith('en'));
    const voiceId = english[voice]?.voiceId;
    const answer = await fetch(`${service.baseUrl}/api/open/v3/speech/tts`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ text, voiceId, format }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return new Uint8Array(await answer.arrayBuffer());
  };
  const ffmpeg = (...parts: string[]): void => void execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...parts]);

  writeFileSync(join(work, 'keeper.wav'), await speak(keeper, 3, 'wav'));
  writeFileSync(join(work, 'visitor.wav'), await speak(visitor, 0, 'wav'));
  // As it was spoken: the local service knows it by its sound.
  const spoken = await speak(reading, 1, 'mp3');
  writeFileSync(join(folder, 'lighthouse-keeper.mp3'), spoken);
  digest = createHash('sha256').update(spoken).digest('hex');

  await film(join(work, 'keeper.wav'), join(folder, 'harbour.webm'));
  // As long as the film, so that Lip sync cuts neither.
  const padded = ['-af', 'apad', '-t', String(lengthOf(join(folder, 'harbour.webm')) - 0.1)];
  ffmpeg('-i', join(work, 'visitor.wav'), ...padded, '-c:a', 'libopus', '-b:a', '32k', join(folder, 'last-boat.ogg'));
} finally {
  await service.stop();
  if (digest !== '') writeFileSync(words, wordsOf(digest));
  rmSync(work, { recursive: true, force: true });
}

/** In seconds. */
function lengthOf(file: string): number {
  return Number(execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file], { encoding: 'utf8' }));
}

/** What the service remembers of the reading, as source text. */
function wordsOf(key: string): string {
  const database = new DatabaseSync(join(dataDirectory, 'local-service.sqlite'));
  const row = database.prepare('SELECT duration_ms, sentences FROM spoken_audio WHERE digest = ?').get(key);
  database.close();
  const spoken = { durationMs: Number(row?.['duration_ms']), sentences: JSON.parse(String(row?.['sentences'])) as unknown };
  const source =
    "import { type Spoken } from './spoken.ts';\n\n" +
    '/** The recording of **Try an example** in Transcribe, which this service spoke when the studio was made (`npm run examples`). */\n' +
    `export const exampleDigest = '${key}';\n\nexport const exampleRecording: Spoken = ${JSON.stringify(spoken)};\n`;
  return source;
}

/** A person who speaks before the sea, the mouth as wide as the speech is loud. */
async function film(sound: string, file: string): Promise<void> {
  const raw = execFileSync('ffmpeg', ['-loglevel', 'error', '-i', sound, '-f', 's16le', '-ac', '1', '-ar', '8000', '-'], {
    maxBuffer: 1 << 26,
  });
  const samples = new Int16Array(raw.buffer, raw.byteOffset, raw.length >> 1);
  const perFrame = 8000 / framesPerSecond;
  const frames = Math.ceil(samples.length / perFrame) + framesPerSecond;
  const loud = Array.from({ length: frames }, (_, frame) => {
    const part = samples.subarray(Math.floor(frame * perFrame), Math.floor((frame + 1) * perFrame));
    return Math.min(1, (Math.sqrt(part.reduce((sum, one) => sum + one * one, 0) / Math.max(1, part.length)) / 32768) * 5);
  });
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<canvas width="${width}" height="${height}"></canvas>`);
  await page.evaluate(picture);
  const coder = spawn('ffmpeg', [
    ...['-loglevel', 'error', '-y', '-f', 'image2pipe', '-framerate', String(framesPerSecond), '-i', '-', '-i', sound],
    ...['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p', '-crf', '38', '-b:v', '0', '-g', '50', '-row-mt', '1'],
    ...['-c:a', 'libopus', '-b:a', '32k', '-af', 'apad', '-shortest', file],
  ]);
  coder.stderr.pipe(process.stderr);
  let mouth = 0;
  for (const [frame, level] of loud.entries()) {
    mouth += (level - mouth) * 0.6;
    const url = await page.evaluate(
      ([at, open]) => (globalThis as unknown as { draw: (at: number, open: number) => string }).draw(at, open),
      [frame / framesPerSecond, mouth] as const,
    );
    if (!coder.stdin.write(Buffer.from(url.split(',')[1] ?? '', 'base64')))
      await new Promise((resolve) => coder.stdin.once('drain', resolve));
  }
  coder.stdin.end();
  await new Promise((resolve) => coder.once('exit', resolve));
  await browser.close();
}

/** Runs in the page: `draw(seconds, mouth)` gives one frame as a data address. */
function picture(): void {
  const canvas = document.querySelector('canvas')!;
  const context = canvas.getContext('2d')!;
  const { width: wide, height: tall } = canvas;
  const oval = (x: number, y: number, across: number, down: number, colour: string): void => {
    context.fillStyle = colour;
    context.beginPath();
    context.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
    context.fill();
  };
  const backdrop = (at: number): void => {
    const sky = context.createLinearGradient(0, 0, 0, tall * 0.62);
    sky.addColorStop(0, '#27406b');
    sky.addColorStop(0.6, '#c98b6b');
    sky.addColorStop(1, '#f2c98f');
    context.fillStyle = sky;
    context.fillRect(0, 0, wide, tall * 0.62);
    oval(505, 205, 26, 26, '#fbe3b0');
    context.fillStyle = '#24425f';
    context.fillRect(0, tall * 0.62, wide, tall);
    for (let row = 0; row < 7; row += 1) {
      context.strokeStyle = row % 2 === 0 ? '#31587a' : '#2b4d6c';
      context.lineWidth = 3;
      context.beginPath();
      for (let x = 0; x <= wide; x += 8) context.lineTo(x, tall * 0.66 + row * 18 + 3 * Math.sin(x / 38 + at * 1.4 + row * 1.7));
      context.stroke();
    }
    context.fillStyle = '#1b2c44';
    context.fillRect(0, tall * 0.58, 150, 22);
    context.fillStyle = '#f3ede2';
    context.beginPath();
    context.moveTo(58, 215);
    context.lineTo(66, 90);
    context.lineTo(94, 90);
    context.lineTo(102, 215);
    context.fill();
    context.fillStyle = '#b8433a';
    context.fillRect(62, 130, 37, 22);
    context.fillRect(60, 175, 41, 22);
    context.fillStyle = '#1b2c44';
    context.fillRect(64, 70, 32, 20);
    oval(80, 80, 7, 7, Math.sin(at * 3) > 0 ? '#ffe9a8' : '#d9b96f');
    const boat = 560 + 6 * Math.sin(at * 0.7);
    context.fillStyle = '#1f2d3f';
    context.beginPath();
    context.moveTo(boat - 32, 252);
    context.lineTo(boat + 32, 252);
    context.lineTo(boat + 22, 266);
    context.lineTo(boat - 22, 266);
    context.fill();
    context.fillStyle = '#efe7d8';
    context.beginPath();
    context.moveTo(boat, 246);
    context.lineTo(boat, 205);
    context.lineTo(boat + 24, 246);
    context.fill();
  };
  const person = (at: number, open: number): void => {
    const x = 320 + 3 * Math.sin(at * 0.9);
    const y = 176 + 2 * Math.sin(at * 1.3) - open * 2;
    context.fillStyle = '#26405c';
    context.beginPath();
    context.moveTo(x - 130, tall);
    context.quadraticCurveTo(x - 110, 276, x - 40, 264);
    context.lineTo(x + 40, 264);
    context.quadraticCurveTo(x + 110, 276, x + 130, tall);
    context.fill();
    context.fillStyle = '#d9a27c';
    context.fillRect(x - 24, y + 60, 48, 40);
    oval(x, y - 8, 82, 98, '#3b2a22');
    oval(x - 70, y + 6, 12, 18, '#d9a27c');
    oval(x + 70, y + 6, 12, 18, '#d9a27c');
    oval(x, y, 68, 86, '#e9b68f');
    context.fillStyle = '#3b2a22';
    context.beginPath();
    context.moveTo(x - 70, y - 22);
    context.quadraticCurveTo(x - 30, y - 88, x + 34, y - 66);
    context.quadraticCurveTo(x + 70, y - 54, x + 70, y - 20);
    context.quadraticCurveTo(x + 92, y - 106, x, y - 108);
    context.quadraticCurveTo(x - 90, y - 104, x - 70, y - 22);
    context.fill();
    const blink = (at + 1.5) % 3.1 < 0.14 ? 1 : 8;
    for (const side of [-1, 1]) {
      oval(x + side * 27, y - 8, 11, blink, '#ffffff');
      if (blink > 1) oval(x + side * 27, y - 7, 5, 6, '#2b3a4d');
      context.strokeStyle = '#3b2a22';
      context.lineWidth = 4;
      context.beginPath();
      context.moveTo(x + side * 15, y - 25 - open * 3);
      context.quadraticCurveTo(x + side * 27, y - 31 - open * 4, x + side * 40, y - 24 - open * 3);
      context.stroke();
    }
    context.strokeStyle = '#c98f68';
    context.lineWidth = 3;
    context.beginPath();
    context.moveTo(x - 2, y + 2);
    context.quadraticCurveTo(x + 9, y + 20, x - 3, y + 22);
    context.stroke();
    const down = 2 + open * 17;
    oval(x, y + 46, 22 - open * 4, down + 2, '#a94b46');
    oval(x, y + 46, 18 - open * 4, down, '#4a1c1d');
    if (down > 7) oval(x, y + 44 - down * 0.5, 12 - open * 3, down * 0.26, '#f7f1ea');
  };
  (globalThis as unknown as { draw: (at: number, open: number) => string }).draw = (at, open) => {
    backdrop(at);
    person(at, open);
    return canvas.toDataURL('image/png');
  };
}
