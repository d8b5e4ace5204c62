import { spawnSync } from 'node:child_process';
import type { ConnectionEnvironment } from '../../infra/platform.ts';
import { secret } from '../../infra/secrets/secret.ts';

/**
 * Takes the connection of this run out of the environment. The key is removed there at once, so that no child process
 * inherits it; call it once, before anything is started.
 */
export function takeConnectionEnvironment(env: NodeJS.ProcessEnv = process.env): ConnectionEnvironment {
  const taken: ConnectionEnvironment = {};
  const { VOICEWRIGHT_BASE_URL: baseUrl, VOICEWRIGHT_REALTIME_URL: realtimeUrl, VOICEWRIGHT_API_KEY: apiKey } = env;
  delete env['VOICEWRIGHT_API_KEY'];
  if (baseUrl !== undefined && baseUrl !== '') taken.baseUrl = baseUrl;
  if (realtimeUrl !== undefined && realtimeUrl !== '') taken.realtimeUrl = realtimeUrl;
  if (apiKey !== undefined && apiKey !== '') taken.apiKey = secret(apiKey);
  return taken;
}

/**
 * A core dump would hold the key. Node cannot set the limit of its own process, so on Linux `prlimit` (util-linux, part of
 * every base system) sets it for this process, and children inherit it. macOS and Windows write no core dumps unless configured to.
 * Answers whether it is known to be off.
 */
export function turnCoreDumpsOff(): boolean {
  if (process.platform !== 'linux') return true;
  const { status } = spawnSync('prlimit', ['--core=0:0', '--pid', String(process.pid)], { stdio: 'ignore', timeout: 2000 });
  return status === 0;
}
