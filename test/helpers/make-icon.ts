import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { findBrowser } from '../../src-main/hosts/served/browser.ts';

/** `npm run icon`: draws `icon.png` (1024 pixels, for every installer) from `icon.svg`. */
const size = 1024;
const here = new URL('../../assets/', import.meta.url);
const browser = await chromium.launch({ executablePath: findBrowser() ?? '' });
const page = await browser.newPage({ viewport: { width: size, height: size } });
await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${readFileSync(new URL('icon.svg', here), 'utf8')}`);
writeFileSync(new URL('icon.png', here), await page.screenshot({ omitBackground: true }));
await browser.close();
