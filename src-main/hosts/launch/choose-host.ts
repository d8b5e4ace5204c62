import type { HostOptions } from '../shared/options.ts';

/** Which host is taken, and the one line that says so and why. */
export type Choice =
  { host: 'electron'; binary: string; reason: string } | { host: 'served'; reason: string } | { host: 'none'; reason: string };

interface Machine {
  display: boolean;
  /** An installed Chromium, for an app window. */
  browser: string | undefined;
  /** Electron's binary, where it is there. */
  binary: () => string | undefined;
  /** Tries to get it; answers why it cannot be had. `anew`: also when a try has failed lately. */
  fetch: (options: { anew: boolean }) => Promise<{ binary: string } | { because: string }>;
}

export async function chooseHost(options: Pick<HostOptions, 'host' | 'open' | 'port'>, machine: Machine): Promise<Choice> {
  const served = (why: string): Choice => ({
    host: 'served',
    reason: `taking the served host ${appearance(options.open, machine)}, ${why}.`,
  });
  if (options.host === 'served') return served('as asked');
  if (options.host === 'auto') {
    if (!options.open) return served('as no window is wanted');
    if (options.port !== 0) return served('as a port is wanted');
    if (!machine.display) return served('as there is no display');
  }
  const there = machine.binary();
  if (there !== undefined)
    return {
      host: 'electron',
      binary: there,
      reason: `taking Electron, ${options.host === 'auto' ? 'as its binary is there' : 'as asked'}.`,
    };
  const fetched = await machine.fetch({ anew: options.host === 'electron' });
  if ('binary' in fetched) return { host: 'electron', binary: fetched.binary, reason: 'taking Electron, its binary was fetched.' };
  if (options.host === 'auto') return served(`as Electron cannot be had (${fetched.because})`);
  return { host: 'none', reason: `Electron cannot be had: ${fetched.because}. Without --host electron, another host is taken.` };
}

function appearance(open: boolean, { display, browser }: Machine): string {
  if (!open || !display) return 'and printing its address';
  return browser === undefined ? 'and printing its address (no Chromium or Chrome was found)' : `in an app window of ${browser}`;
}
