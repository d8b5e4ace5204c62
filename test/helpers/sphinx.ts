import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Installs a program that is called as PocketSphinx is and prints what that printed of a recording; with a file in the places of its English model. `path`
 * leads to it alone.
 */
export function installSphinx(printed: string, { withModel = true } = {}): { path: string; orders: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'voicewright-sphinx-'));
  const [bin, model, orders] = [join(folder, 'bin'), join(folder, 'share', 'pocketsphinx', 'model', 'en-us'), join(folder, 'orders')];
  for (const one of [bin, model]) mkdirSync(one, { recursive: true });
  if (withModel) for (const name of ['en-us', 'cmudict-en-us.dict', 'en-us.lm.bin']) writeFileSync(join(model, name), '');
  const program = join(bin, 'pocketsphinx_continuous');
  writeFileSync(join(folder, 'printed'), printed);
  const source = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const wav = readFileSync(process.argv[process.argv.indexOf('-infile') + 1]);
const facts = { format: wav.toString('latin1', 0, 4), channels: wav.readUInt16LE(22), rate: wav.readUInt32LE(24), bits: wav.readUInt16LE(34) };
const order = { parts: process.argv.slice(2), ...facts, seconds: wav.readUInt32LE(40) / 32000, environment: Object.keys(process.env) };
appendFileSync(${JSON.stringify(orders)}, JSON.stringify(order) + '\\n');
process.stdout.write(readFileSync(${JSON.stringify(join(folder, 'printed'))}));
`;
  writeFileSync(program, source);
  chmodSync(program, 0o700);
  return { path: bin, orders, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
