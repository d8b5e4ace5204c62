import { spawn } from 'node:child_process';
import { chooseHost, type Choice } from './choose-host.ts';
import { electronArguments, electronBinary, fetchElectron } from './electron-binary.ts';
import { speakLanguage } from '../../infra/language.ts';
import { formatUsage, type HostOptions, parseHostOptions, UsageError } from '../shared/options.ts';
import { heldExitCode } from '../shared/profile-hold.ts';
import { findBrowser, hasDisplay } from '../served/browser.ts';
import { runServed } from '../served/run.ts';
import { messages } from '#shared/messages/index.ts';

/** An Electron that ends with a fault sooner than this has not shown a window. */
const electronStartMs = 20_000;

async function main(): Promise<number> {
  const options = parseHostOptions(process.argv.slice(2));
  if (options === 'help') {
    process.stderr.write(`${formatUsage()}\n`);
    return 0;
  }
  const choice = await chooseHost(options, { display: hasDisplay(), browser: findBrowser(), binary: electronBinary, fetch: fetchElectron });
  say(choice.reason);
  if (choice.host === 'none') return 1;
  if (choice.host === 'served') return runServed(options);
  const { code, soon } = await runElectron(choice, options);
  if (options.host === 'electron' || code === 0 || code === heldExitCode || !soon) return code;
  say(messages.host.electronEnded(code));
  return runServed(options);
}

function runElectron({ binary }: Extract<Choice, { host: 'electron' }>, options: HostOptions): Promise<{ code: number; soon: boolean }> {
  const began = performance.now();
  const env = { ...process.env };
  delete env['ELECTRON_RUN_AS_NODE'];
  return new Promise((resolve) => {
    const child = spawn(binary, electronArguments(options), { stdio: 'inherit', env });
    const settle = (code: number): void => {
      for (const signal of signals) process.off(signal, pass);
      resolve({ code, soon: performance.now() - began < electronStartMs });
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    let asked = false;
    const pass = (signal: NodeJS.Signals): void => {
      asked = true;
      child.kill(signal);
    };
    for (const signal of signals) process.on(signal, pass);
    process.once('disconnect', () => {
      pass('SIGTERM');
    });
    child.once('error', () => {
      settle(1);
    });
    child.once('exit', (code) => {
      settle(asked ? 0 : (code ?? 1));
    });
  });
}

function say(text: string): void {
  process.stderr.write(`voicewright: ${text}\n`);
}

async function start(): Promise<number> {
  await speakLanguage();
  try {
    return await main();
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    process.stderr.write(`voicewright: ${thrown.message}\n\n${formatUsage()}\n`);
    return 2;
  }
}

process.exit(await start());
