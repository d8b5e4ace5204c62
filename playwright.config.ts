import { defineConfig } from '@playwright/test';
import { findBrowser } from './src-main/hosts/served/browser.ts';

/** Journeys over the served host on an installed Chromium; the fixtures start a host of its own for each test. */
const browser = findBrowser();
// A local service that a journey starts is the built one, as that of the studio is.
process.env['VOICEWRIGHT_BUILT_THREADS'] ??= new URL('dist/main/', import.meta.url).href;
// Journeys find things by their English names, whatever the language of the computer.
process.env['VOICEWRIGHT_LANGUAGE'] = 'en';
if (browser === undefined) throw new Error('No Chromium or Chrome was found. npm test brings one, or says how.');

/** They end the served host's process, start its browser for a screen reader, move its clock, or use its downloads and its own folder picker in place of native dialogs. */
const ofTheServedHostAlone = /kill -9|second start|way back over|refused in words|is read out|leaves as (?:WAV|SRT)|clock moves past/u;

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  ...(process.env['VOICEWRIGHT_E2E_HOST'] === 'electron' ? { grepInvert: ofTheServedHostAlone } : {}),
  // A journey that held only on a second try is named as flaky in the output.
  retries: process.env['CI'] === undefined ? 0 : 1,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 832 },
    // Recording each journey costs a quarter of the time; where CI runs, the second try of one that failed is recorded.
    trace: process.env['CI'] === undefined ? 'retain-on-failure' : 'on-first-retry',
    launchOptions: {
      executablePath: browser,
      args: ['--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
