import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startLocalService } from '../../helpers/local-service.ts';

const program = fileURLToPath(new URL('full-disk-child.ts', import.meta.url));
const run = promisify(execFile);

/** KiB that any file may grow to. */
const bound = 2000;

it('on a full disk nothing is sent, it is said why, and what was written before is there', async () => {
  const service = await startLocalService({ key: 'local-main' });
  const folder = mkdtempSync(join(tmpdir(), 'voicewright-full-'));
  try {
    const command = `ulimit -f ${bound}; exec "$@"`;
    const { stdout } = await run('bash', ['-c', command, 'bash', process.execPath, program, folder, service.baseUrl, service.apiKey]);
    const [result, after] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(result).toMatchObject({
      out: { made: 0, reused: 0, failed: 2 },
      failures: [
        { kind: 'disk-full', charged: 'no', next: 'free-disk-space' },
        { kind: 'disk-full', charged: 'no' },
      ],
      sent: 0,
    });
    expect(after).toEqual({ last: 'failed', lost: 0, leftBehind: 0, met: { begun: true, refused: true } });
    expect((await service.charges()).entries.filter((entry) => entry.state !== 'granted')).toEqual([]);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
