import type { HostOptions } from '../shared/options.ts';
import { messages } from '#shared/messages/index.ts';

/** Which host is taken, and the one line that says so and why. */
export type Choice =
  { host: 'electron'; binary: string; reason: string } | { host: 'served'; reason: string } | { host: 'none'; reason: string };

interface Machine {
  display: boolean;
  /** An installed Chromium, for an app window. */
  browser: string | undefined;
  /** Electron's binary, where it is there. */
  binary: () => string | undefined;
  /** Tries to get it; answers why it cannot be had. `again`: also when a try has failed lately. */
  fetch: (options: { again: boolean }) => Promise<{ binary: string } | { because: string }>;
}

export async function chooseHost(options: Pick<HostOptions, 'host' | 'open' | 'port'>, machine: Machine): Promise<Choice> {
  const served = (why: string): Choice => ({
    host: 'served',
    reason: messages.host.takingServed(appearance(options.open, machine), why),
  });
  if (options.host === 'served') return served(messages.host.asAsked);
  if (options.host === 'auto') {
    if (!options.open) return served(messages.host.noWindowWanted);
    if (options.port !== 0) return served(messages.host.portWanted);
    if (!machine.display) return served(messages.host.noDisplay);
  }
  const there = machine.binary();
  if (there !== undefined)
    return {
      host: 'electron',
      binary: there,
      reason: messages.host.takingElectron(options.host === 'auto' ? messages.host.binaryThere : messages.host.asAsked),
    };
  const fetched = await machine.fetch({ again: options.host === 'electron' });
  if ('binary' in fetched) return { host: 'electron', binary: fetched.binary, reason: messages.host.takingFetchedElectron };
  if (options.host === 'auto') return served(messages.host.electronUnavailable(fetched.because));
  return { host: 'none', reason: messages.host.electronUnavailableHint(fetched.because) };
}

function appearance(open: boolean, { display, browser }: Machine): string {
  if (!open || !display) return messages.host.printingAddress;
  return browser === undefined ? messages.host.printingAddressNoBrowser : messages.host.inAppWindow(browser);
}
