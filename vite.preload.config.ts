import { defineConfig } from 'vite';

/** One CommonJS file: a sandboxed preload can require nothing but `electron`. */
export default defineConfig({
  build: {
    outDir: 'dist/preload',
    emptyOutDir: true,
    target: 'chrome140',
    lib: { entry: 'src-main/hosts/electron/preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
    rolldownOptions: { external: ['electron'] },
  },
});
