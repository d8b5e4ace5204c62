import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'src-renderer',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    // The gallery of shapes is a page beside the studio, to be looked at and photographed; nothing leads to it.
    rolldownOptions: { input: ['src-renderer/index.html', 'src-renderer/gallery.html'] },
    target: 'chrome140',
    sourcemap: true,
    license: { fileName: 'bundled.json' },
    chunkSizeWarningLimit: 3000,
    assetsInlineLimit: 0,
  },
});
