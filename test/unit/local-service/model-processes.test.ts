import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { serveModelProcesses } from '#main/hosts/electron/model-processes.ts';
import { askForModel, type ParentPort } from '#main/local-service/models/model-channel.ts';
import type { FromModel, ToModel } from '#main/local-service/models/model-order.ts';

/** A utility process as its starter sees it; what is posted to it is `posted`. */
class FakeUtility extends EventEmitter {
  readonly posted: unknown[] = [];
  readonly kill = vi.fn(() => this.emit('exit', 137));
  postMessage(message: unknown): void {
    this.posted.push(message);
    this.emit('posted', message);
  }
}

const question: ToModel = { id: 1, order: { kind: 'vits', parts: {} }, text: 'Hello.', speaker: 0, speed: 1, packageFolder: '/package' };
const answer: FromModel = { id: 1, ok: true, samples: new Float32Array(2), rate: 16_000, speakers: 1 };

/** The service in a utility process, and the main process that starts its models. */
function open() {
  const service = new FakeUtility();
  const models: FakeUtility[] = [];
  serveModelProcesses(service, () => {
    const model = new FakeUtility();
    models.push(model);
    return model;
  });
  const port: ParentPort = {
    on: (_event, listener) => void service.on('posted', (data: unknown) => listener({ data })),
    postMessage: (message) => void service.emit('message', message),
  };
  return { service, models, port };
}
// One service has one port, on which it listens once.
const { service, models, port } = open();

test('the main process of the desktop program starts a model for the service, and passes on what they say to each other', () => {
  const reports = { answered: vi.fn(), ended: vi.fn() };
  const channel = askForModel(port, reports);
  channel.send(question);
  const model = models.at(-1)!;
  expect(model.posted).toEqual([question]);
  model.emit('message', answer);
  expect(reports.answered).toHaveBeenCalledExactlyOnceWith(answer);
  channel.end();
  expect(model.kill).toHaveBeenCalledOnce();
  expect(reports.ended).not.toHaveBeenCalled();
});

test('a model that ends by itself is reported once, with its code, and to its own channel alone', () => {
  const [first, second] = [
    { answered: vi.fn(), ended: vi.fn() },
    { answered: vi.fn(), ended: vi.fn() },
  ];
  askForModel(port, first);
  const other = askForModel(port, second);
  models.at(-2)!.emit('exit', 134);
  expect(first.ended).toHaveBeenCalledExactlyOnceWith('code 134');
  expect(second.ended).not.toHaveBeenCalled();
  other.end();
});

test('models beyond the bound end at once, and all end with the service', () => {
  const reports = Array.from({ length: 5 }, () => ({ answered: vi.fn(), ended: vi.fn() }));
  const before = models.length;
  for (const one of reports) askForModel(port, one);
  expect(models.length - before).toBe(4);
  expect(reports.map(({ ended }) => ended.mock.calls.length)).toEqual([0, 0, 0, 0, 1]);
  service.emit('exit', 0);
  for (const model of models.slice(before)) expect(model.kill).toHaveBeenCalledOnce();
});
