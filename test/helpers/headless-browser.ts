import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../../src-main/hosts/served/browser.ts';

/** Chromium as the app window starts it, but without a screen, and with a port through which a test sees its page. */
export function headlessBrowser(folder: string): string {
  const path = join(folder, 'chromium');
  const flags = '--headless --disable-gpu --no-sandbox --remote-debugging-port=0';
  writeFileSync(path, `#!/bin/sh\nexec '${findBrowser() ?? 'chromium'}' ${flags} "$@"\n`);
  chmodSync(path, 0o700);
  return path;
}
