#!/usr/bin/env node
// The command line once installed: what is missing is made ready first, and said on stderr.
process.argv.splice(2, 0, 'cli');
await import('./setup.mjs');
