import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

/**
 * The page names the window's own code and styles, which `boot.ts` imports once the language is there: they load and are parsed beside it, instead of
 * after it.
 */
const preloadWindow: Plugin = {
  name: 'preload-window',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {}, filename }) => {
      if (!filename.endsWith('src-renderer/index.html')) return html;
      const outputs = new Map(Object.entries(bundle));
      const scripts = new Set<string>();
      const styles = new Set<string>();
      const collect = (fileName: string): void => {
        const output = outputs.get(fileName);
        if (output?.type !== 'chunk' || scripts.has(fileName)) return;
        for (const other of output.imports) collect(other);
        scripts.add(fileName);
        for (const style of output.viteMetadata?.importedCss ?? []) styles.add(style);
      };
      const window = [...outputs.values()].find((output) => output.type === 'chunk' && output.facadeModuleId?.endsWith('/app/main.tsx'));
      if (!window) throw new Error('No chunk begins at app/main.tsx.');
      collect(window.fileName);
      const link = (rel: string, fileName: string): HtmlTagDescriptor[] =>
        html.includes(fileName) ? [] : [{ tag: 'link', attrs: { rel, crossorigin: true, href: `./${fileName}` }, injectTo: 'head' }];
      return [...[...scripts].flatMap((file) => link('modulepreload', file)), ...[...styles].flatMap((file) => link('stylesheet', file))];
    },
  },
};

export default defineConfig({
  root: 'src-renderer',
  base: './',
  plugins: [react(), preloadWindow],
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
