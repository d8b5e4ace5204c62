import type { FromModelProcess, ToModelProcess } from '#shared/wire/model-process.ts';

/** As much of Electron's utility process as is used here. */
export interface Utility {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'exit', listener: (code: number) => void): unknown;
  kill(): boolean;
}

/** Processes at a time; the service has one. */
const maximum = 4;

/** Starts processes with models for the local service, and passes on what they say to each other. They end with the service. */
export function serveModelProcesses(service: Utility, start: () => Utility): void {
  const models = new Map<number, Utility>();
  const report = (message: FromModelProcess): void => service.postMessage(message);
  service.on('message', (received) => {
    const message = received as ToModelProcess;
    const { model: number } = message;
    const running = models.get(number);
    if (message.kind === 'question') running?.postMessage(message.question);
    else if (message.kind === 'end') {
      models.delete(number);
      running?.kill();
    } else if (models.size >= maximum) report({ model: number, kind: 'ended', code: 1 });
    else {
      const model = start();
      models.set(number, model);
      model.on('message', (answer) => report({ model: number, kind: 'answer', answer }));
      model.once('exit', (code) => {
        if (models.delete(number)) report({ model: number, kind: 'ended', code });
      });
    }
  });
  service.once('exit', () => {
    for (const model of models.values()) model.kill();
    models.clear();
  });
}
