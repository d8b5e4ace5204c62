import { utilityProcess } from 'electron';
import type { Readable } from 'node:stream';
import type { ServiceChild, ServiceCommand } from '../../service-client/local-service-process.ts';
import { messages } from '#shared/messages/index.ts';
import { fileURLToPath } from 'node:url';
import { serveModelProcesses } from './model-processes.ts';

/** What a process with a model gets of this one's environment: no key is in it. */
const modelEnvironment = ['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'TEMP', 'TMP'];

/**
 * The local service in a utility process: the fuse that would let Electron's binary run as Node is off. Chromium ends its
 * utility processes with the main process, however that one ends, so no `--exit-with-parent` is needed (nor is there a stdin).
 */
export function startWithElectron({ entry, arguments: args, env }: ServiceCommand): ServiceChild {
  const child = utilityProcess.fork(entry, args, {
    serviceName: messages.host.localServiceProcess,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  serveModelProcesses(child, () =>
    utilityProcess.fork(fileURLToPath(new URL('./model-child.js', import.meta.url)), [], {
      serviceName: messages.host.modelProcess,
      stdio: 'ignore',
      env: Object.fromEntries(modelEnvironment.map((name) => [name, process.env[name]])),
    }),
  );
  const end = (): void => {
    child.kill();
  };
  return {
    stdout: child.stdout as Readable | null,
    stderr: child.stderr as Readable | null,
    end,
    kill: end,
    onExit: (listener) => {
      child.once('exit', (code) => {
        listener(messages.host.endedWithCode(code));
      });
    },
  };
}
