import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const assets = fileURLToPath(new URL('../../../dist/renderer/assets/', import.meta.url));

it('the window is built with React for production, also where a test builds it', () => {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const texts = scripts.map((name) => readFileSync(assets + name, 'utf8'));
  // The first is in both builds of React, the second in that for development alone.
  expect(texts.some((text) => text.includes('__REACT_DEVTOOLS_GLOBAL_HOOK__'))).toBe(true);
  expect(texts.filter((text) => text.includes('Download the React DevTools'))).toEqual([]);
});
