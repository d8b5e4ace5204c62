import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LocalService } from './local-service.ts';

const child = fileURLToPath(new URL('lost-work-child.ts', import.meta.url));

/**
 * Work of an earlier run on a profile that no host has open: a design that was made, a design and a clone whose answers were lost, and a job
 * that another program began with the same account.
 */
export async function leaveLostWork(profileDirectory: string, service: Pick<LocalService, 'baseUrl' | 'apiKey'>): Promise<void> {
  await promisify(execFile)(process.execPath, [child, profileDirectory, service.baseUrl, service.apiKey]);
}
