import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** `npm run h264`: compiles the encoder of local previews to WebAssembly (Debian: clang, lld, wasi-libc, libclang-rt-dev-wasm32). */
const folder = fileURLToPath(new URL('../../src-main/local-service/media/h264/', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'voicewright-h264-'));
try {
  const program = join(work, 'encoder.wasm');
  // minih264 knows Emscripten’s platform, which is WebAssembly’s.
  const target = ['--target=wasm32-wasi', '--sysroot=/usr', '-D__EMSCRIPTEN__', '-mexec-model=reactor'];
  execFileSync('clang', [...target, '-O2', '-w', '-Wl,--strip-all', '-o', program, join(folder, 'encoder.c')], { stdio: 'inherit' });
  const text = gzipSync(readFileSync(program), { level: 9 }).toString('base64');
  const words = '/** `encoder.c` with minih264 (CC0) as WebAssembly, gzipped, in base64: `npm run h264` makes it. */';
  writeFileSync(join(folder, 'compiled.ts'), `${words}\nexport const compiled =\n  '${text}';\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
