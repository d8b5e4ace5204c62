/**
 * `npm start`, `npm test` and `npm run service` begin here. Plain JavaScript without dependencies: it runs on the machine's own
 * Node (20 or newer) before anything is installed. Each step does what is missing and says so on stderr; stdout belongs to what is started.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
// Named by the module, as Node 20 has no `enableCompileCache`.
import * as modules from 'node:module';
import { constants as system } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setupWords } from './setup-words.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const windows = process.platform === 'win32';
const inRoot = (...parts) => join(root, ...parts);
/** The `node` package's binary: the Node 24 that everything of the project runs on. */
const node = windows ? inRoot('node_modules', 'node', 'bin', 'node.exe') : inRoot('node_modules', 'node', 'bin', 'node');
const buildStamp = inRoot('dist', 'stamp');
const words = setupWords();

class SetupError extends Error {}

function say(text) {
  process.stderr.write(`voicewright: ${text}\n`);
}

/** Runs a step; its output goes to stderr. */
function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
    child.on('error', (error) => reject(new SetupError(words.couldNotRun(command, error.message))));
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else {
        const line = [command, ...args].join(' ');
        reject(new SetupError(signal ? words.endedBySignal(line, signal) : words.failedWithCode(line, code)));
      }
    });
  });
}

// ---------------------------------------------------------------------------------------------------- dependencies

/** Whether what npm says it installed (its own lockfile, written last) is what our lockfile asks for. */
function dependenciesAreThere() {
  let wanted, installed;
  try {
    wanted = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
    installed = JSON.parse(readFileSync(inRoot('node_modules', '.package-lock.json'), 'utf8')).packages;
  } catch {
    return false;
  }
  for (const [path, { version, optional, devOptional, peer }] of Object.entries(wanted)) {
    if (path === '') continue;
    const there = installed[path];
    if (there ? there.version !== version : !(optional || devOptional || peer)) return false;
  }
  return existsSync(node);
}

async function installDependencies() {
  if (dependenciesAreThere()) return;
  say(words.installingDependencies);
  // What the person's npm is set to must not leave out what is needed: said here, it wins over any configuration.
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts=false',
    '--global=false',
    '--dry-run=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const leftOut = new Set(['NODE_ENV', 'npm_config_omit', 'npm_config_production', 'npm_config_only', 'npm_config_also']);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !leftOut.has(name)));
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args], { env });
  else await run(windows ? 'npm.cmd' : 'npm', args, { env, shell: windows });
  if (!dependenciesAreThere()) throw new SetupError(words.dependenciesIncomplete);
}

// ----------------------------------------------------------------------------------------------------------- build

const buildInputs = [
  'src-main',
  'src-renderer',
  'src-shared',
  'assets',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.main.config.ts',
  'vite.preload.config.ts',
  'vite.renderer.config.ts',
];

/** A hash over everything that the build is made of: the name of each file, and what `describe` says of it. */
function hashOfSources(describe) {
  const hash = createHash('sha256');
  const add = (path) => {
    const absolute = inRoot(path);
    // Editors leave links that lead nowhere beside the files that they have open.
    const found = statSync(absolute, { throwIfNoEntry: false });
    if (!found) return;
    if (found.isDirectory()) for (const name of readdirSync(absolute).sort()) add(`${path}/${name}`);
    else hash.update(`${path}\0${describe(absolute, found)}\0`);
  };
  for (const path of buildInputs) add(path);
  return hash.digest('hex');
}

/** Changes with every change of a file, and is found without reading it. */
const timesOf = (_path, { size, mtimeMs, ctimeMs }) => `${size} ${mtimeMs} ${ctimeMs}`;

const contentsOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** What the build that is there was made of: the contents, and the times that its files had. */
function readStamp() {
  try {
    return readFileSync(buildStamp, 'utf8').split('\n');
  } catch {
    return [];
  }
}

async function build() {
  const [contentsThen, timesThen] = readStamp();
  const times = hashOfSources(timesOf);
  if (times === timesThen) return;
  const contents = hashOfSources(contentsOf);
  if (contents === contentsThen) {
    try {
      writeFileSync(buildStamp, `${contents}\n${times}`);
    } catch {
      // A checkout that cannot be written to is compared by its contents each time.
    }
    return;
  }
  say(words.building);
  rmSync(buildStamp, { force: true });
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  const configs = ['vite.main.config.ts', 'vite.preload.config.ts', 'vite.renderer.config.ts'];
  // Tests build too, and theirs says “test”: React would be built for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  await Promise.all(configs.map((config) => run(node, [vite, 'build', '-c', config, '--logLevel', 'warn'], { env })));
  await run(node, [inRoot('src-main', 'hosts', 'launch', 'licences.ts')]);
  mkdirSync(inRoot('dist'), { recursive: true });
  writeFileSync(buildStamp, `${contents}\n${times}`);
}

// --------------------------------------------------------------------------------------------------- system packages

const chromiumNames = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
  'brave-browser',
];

/** What the system must have, how it is seen to be there, and the package of Debian and Ubuntu that brings it. */
const tools = {
  chromium: {
    name: 'Chromium',
    debian: 'chromium',
    there: () => existsEnvironmentBrowser() || chromiumNames.some(inPath) || applicationIsThere(),
  },
  fonts: { name: words.fonts, debian: 'fonts-noto-core', there: () => !isDebian() || packageIsInstalled('fonts-noto-core') },
  ffmpeg: { name: 'ffmpeg', debian: 'ffmpeg', there: () => inPath('ffmpeg') },
  pandoc: { name: 'pandoc', debian: 'pandoc', there: () => inPath('pandoc') },
  strace: { name: 'strace', debian: 'strace', there: () => process.platform !== 'linux' || inPath('strace') },
};

/**
 * What the local service drafts transcripts with. The studio is whole without it, so that it is brought only where that needs no question, and where it
 * can be: elsewhere the Transcribe panel says how.
 */
const recogniser = { debian: ['pocketsphinx', 'pocketsphinx-en-us'], there: () => inPath('pocketsphinx_continuous') };

/** A voice that is not ours, which speaks for tests and benches. */
const flite = { name: 'flite', debian: 'flite', there: () => inPath('flite') };

/** What the tests that `npm test` leaves out judge files with. */
const judges = {
  epubcheck: { name: 'epubcheck', debian: 'epubcheck', there: () => inPath('epubcheck') },
  unzip: { name: 'unzip', debian: 'unzip', there: () => inPath('unzip') },
  flite,
  xmllint: { name: 'xmllint', debian: 'libxml2-utils', there: () => inPath('xmllint') },
};

const debianTool = (name, debian) => ({ name, debian, there: () => !isDebian() || packageIsInstalled(debian) });
/** Voices that benches measure by, besides: they say their own word times. */
const benchTools = [
  flite,
  { name: 'festival', debian: 'festival', there: () => inPath('festival') },
  debianTool("Festival's voice kal_diphone", 'festvox-kallpc16k'),
  debianTool("Festival's voice ked_diphone", 'festvox-kdlpc16k'),
  debianTool("Festival's voice cmu_us_slt_arctic_hts", 'festvox-us-slt-hts'),
];

function inPath(name) {
  const suffixes = windows ? ['.exe', '.cmd'] : [''];
  return (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && suffixes.some((suffix) => isExecutable(join(folder, name + suffix))));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function existsEnvironmentBrowser() {
  const named = process.env.VOICEWRIGHT_BROWSER;
  return named !== undefined && named !== '' && isExecutable(named);
}

function applicationIsThere() {
  const { ProgramFiles, LOCALAPPDATA, 'ProgramFiles(x86)': programFilesX86 } = process.env;
  const programs = ['Google/Chrome/Application/chrome.exe', 'Chromium/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
  const paths = windows
    ? [ProgramFiles, programFilesX86, LOCALAPPDATA].flatMap((folder) =>
        folder ? programs.map((program) => join(folder, program.split('/').join(sep))) : [],
      )
    : ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'].map((name) => `/Applications/${name}.app`);
  return process.platform !== 'linux' && paths.some((path) => existsSync(path));
}

function isDebian() {
  return process.platform === 'linux' && inPath('apt-get') && inPath('dpkg-query');
}

function packageIsInstalled(name) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f=${db:Status-Status}', name], { encoding: 'utf8' });
  return stdout === 'installed';
}

/**
 * Brings the tools that are missing, by apt as root on Debian or Ubuntu. Elsewhere it prints the one command to type and
 * fails for those that are `required`; the others are only reported.
 */
async function installTools(wanted, required) {
  const missing = wanted.filter((tool) => !tool.there());
  if (missing.length === 0) return;
  const names = missing.map((tool) => tool.name).join(', ');
  const packages = missing.map((tool) => tool.debian);
  if (isDebian() && process.getuid?.() === 0) {
    say(words.installing(names, `apt-get install ${packages.join(' ')}`));
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { env });
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env });
    const left = missing.filter((tool) => !tool.there());
    if (left.length > 0) throw new SetupError(words.notFoundAfterInstall(left.map((tool) => tool.name).join(', ')));
    return;
  }
  const text = words.missing(names, installCommand(packages));
  if (missing.some((tool) => required.includes(tool))) throw new SetupError(text);
  say(text);
}

/** One try for each checkout: a machine without a network, or without the packages, is not asked again at every start. */
const recogniserStamp = inRoot('node_modules', '.cache', 'voicewright', 'recogniser-tried');

async function bringRecogniser() {
  if (recogniser.there() || !isDebian() || process.getuid?.() !== 0 || existsSync(recogniserStamp)) return;
  say(words.installingRecogniser(`apt-get install ${recogniser.debian.join(' ')}`));
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quick = ['-q', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'DPkg::Lock::Timeout=10'];
  const install = () => run('apt-get', ['install', '-y', ...quick, '--no-install-recommends', ...recogniser.debian], { env });
  try {
    // Its lists may be there: chromium has just been brought, as a rule.
    await install().catch(() => run('apt-get', ['update', ...quick], { env }).then(install));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(words.recogniserNotInstalled(error.message));
  }
  mkdirSync(inRoot('node_modules', '.cache', 'voicewright'), { recursive: true });
  writeFileSync(recogniserStamp, '');
}

function installCommand(packages) {
  if (isDebian()) return `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`;
  if (process.platform === 'darwin') return `brew install ${packages.filter((name) => !name.startsWith('fonts-')).join(' ')}`;
  if (windows)
    return packages.map((name) => `winget install ${{ chromium: 'Google.Chrome', ffmpeg: 'Gyan.FFmpeg' }[name] ?? name}`).join(' && ');
  if (inPath('dnf')) return `sudo dnf install -y ${packages.join(' ').replace('fonts-noto-core', 'google-noto-sans-fonts')}`;
  if (inPath('pacman')) return `sudo pacman -S ${packages.join(' ').replace('fonts-noto-core', 'noto-fonts')}`;
  return `your system's package manager for ${packages.join(' ')}`;
}

// ------------------------------------------------------------------------------------------------------- hand-over

/** Compiled code is kept here, so that a second start need not compile again. */
const compiled = inRoot('node_modules', '.cache', 'voicewright', 'compiled');

/**
 * Runs what was asked for. Under npm `node` is the project's own as soon as it is installed: then it runs in this process.
 * The first time it runs in a child, whose shadow this process then is: signals go through, its code is ours.
 */
async function handOver(entry, args) {
  process.env.NODE_COMPILE_CACHE ??= compiled;
  if (realpathSync(process.execPath) === realpathSync(node)) {
    modules.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
    onParentGone(() => process.kill(process.pid, 'SIGTERM'));
    process.argv = [process.argv[0], entry, ...args];
    await import(pathToFileURL(entry).href);
    return process.exitCode ?? 0;
  }
  return new Promise((resolve) => {
    // The channel carries no message. It closes with this process, however this one ends, and the other side notices.
    const child = spawn(node, [entry, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    onParentGone(() => child.kill('SIGTERM'));
    child.on('error', (error) => {
      say(words.couldNotRun(node, error.message));
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? 128 + (system.signals[signal] ?? 0)));
  });
}

/**
 * npm passes a signal on to the shell between it and this process, and that shell ends without passing it further. So the
 * loss of the parents is looked for; without npm, a start may outlive the shell it was typed in.
 */
function onParentGone(listener) {
  if (process.env.npm_lifecycle_event === undefined || windows) return;
  const parents = () => `${process.ppid} ${grandparent()}`;
  const atStart = parents();
  const timer = setInterval(() => {
    if (parents() === atStart) return;
    clearInterval(timer);
    listener();
  }, 300);
  timer.unref();
}

/** The parent of the shell that npm started, on Linux; an end of npm that it could not tell of shows there. */
function grandparent() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return '';
  }
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

async function start(args) {
  const asksForHelp = args.includes('--help') || args.includes('-h');
  if (!asksForHelp) {
    // A window needs a browser, unless it is Electron's. Without one to open, a browser elsewhere may take the address.
    const opens = hasDisplay() && !args.includes('--no-open') && !existsSync(inRoot('node_modules', 'electron', 'path.txt'));
    await installTools([tools.chromium, tools.fonts], opens ? [tools.chromium] : []);
  }
  await installDependencies();
  if (!asksForHelp) await bringRecogniser();
  await build();
  return handOver(inRoot('dist', 'main', 'launch.js'), args);
}

/** For people who build clients of the interface: nothing of the system is needed. */
async function service(args) {
  await installDependencies();
  await build();
  return handOver(inRoot('dist', 'main', 'local-service.js'), args);
}

async function commandLine(args) {
  await installDependencies();
  await build();
  return handOver(inRoot('dist', 'main', 'cli.js'), args);
}

async function test(args) {
  const all = Object.values(tools);
  await installTools(all, all);
  await installDependencies();
  await bringRecogniser();
  await build();
  return handOver(inRoot('test', 'run.ts'), args);
}

/** For `npm run e2e`, whose tests start after it. */
async function prepareJourneys() {
  const all = [...Object.values(tools), ...Object.values(judges)];
  await installTools(all, all);
  await installDependencies();
  await build();
}

/** Most benches need none of these: one that does says so itself where they are missing. */
const prepareBenches = () => installTools([tools.chromium, tools.fonts, tools.ffmpeg, ...benchTools], []);

const [command, ...rest] = process.argv.slice(2);
const args = rest[0] === '--' ? rest.slice(1) : rest;
try {
  if (Number(process.versions.node.split('.')[0]) < 20) throw new SetupError(words.nodeTooOld(process.version));
  if (command === 'start') process.exitCode = await start(args);
  else if (command === 'test') process.exitCode = await test(args);
  else if (command === 'service') process.exitCode = await service(args);
  else if (command === 'cli') process.exitCode = await commandLine(args);
  else if (command === 'prepare-journeys') await prepareJourneys();
  else if (command === 'prepare-benches') await prepareBenches();
  else if (command === 'build') await installDependencies().then(build);
  else throw new SetupError(words.unknownCommand('start, test, service, cli, build, prepare-journeys, prepare-benches'));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
