import type { Log, Secret } from '../../infra/platform.ts';
import { cleanText } from '../answers.ts';
import type { ReportOddity } from './server-events.ts';

/** How many are logged of one connection to a service. */
const most = 100;

/** Logs each thing that is not as the interface has it once. */
export function createOddityReport(log: Log, key: Secret): ReportOddity {
  const known = new Set<string>();
  return (path, found) => {
    const line = `${path} ${found}`;
    if (known.size >= most || known.has(line)) return;
    known.add(line);
    log.info('the realtime service sent something unexpected', { path: cleanText(path, key), found });
  };
}
