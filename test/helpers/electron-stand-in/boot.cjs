// Takes the place of Electron's binary: reads its command line, makes the module `electron`, runs the app's main.
const fs = require('node:fs');
const inspector = require('node:inspector');
const Module = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const given = process.argv.slice(2);
const switches = [];
const preloaded = [];
let appPath;
let inspect = false;
for (let at = 0; at < given.length; at++) {
  const argument = given[at];
  if (argument === '-r') preloaded.push(given[++at]);
  else if (argument.startsWith('--inspect')) inspect = true;
  else if (argument.startsWith('-')) switches.push(argument);
  else if (appPath === undefined) appPath = path.resolve(argument);
}
appPath ??= process.cwd();
process.argv = [process.argv[0], ...given];

const { createElectron } = require('./electron-module.cjs');
const electron = createElectron({ appPath, switches: switches.filter((name) => !name.startsWith('--profile=')) });
Object.defineProperty(process, 'type', { value: 'browser' });
Object.defineProperty(process.versions, 'electron', { value: '45.4.1', configurable: true });

const isElectron = (name) => name === 'electron' || name === 'electron/main';
const load = Module._load;
Module._load = (name, ...rest) => (isElectron(name) ? electron : load(name, ...rest));
globalThis[Symbol.for('voicewright.electron-stand-in')] = electron;
const address = 'stand-in:electron';
// In this thread, so that nothing is loaded twice.
Module.registerHooks({
  resolve: (name, context, next) => (isElectron(name) ? { url: address, format: 'module', shortCircuit: true } : next(name, context)),
  load: (url, context, next) =>
    url === address
      ? {
          format: 'module',
          shortCircuit: true,
          source: `const it = globalThis[Symbol.for('voicewright.electron-stand-in')];\nexport default it;\nexport const { ${Object.keys(electron).join(', ')} } = it;`,
        }
      : next(url, context),
});

if (inspect) inspector.open(0);
for (const name of preloaded) require(name);
const { main } = JSON.parse(fs.readFileSync(path.join(appPath, 'package.json'), 'utf8'));
import(pathToFileURL(path.join(appPath, main)).href).catch((error) => {
  console.error(error);
  process.exit(1);
});
