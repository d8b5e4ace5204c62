import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ModelBusy, ModelFailed, ModelHost } from '#main/local-service/models/model-host.ts';
import { installStandIn, writeVitsFolder } from '../../../helpers/tiny-voice.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let folder: string;
let order: Parameters<ModelHost['ask']>[0]['order'];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-host-'));
  installStandIn(folder);
  const model = writeVitsFolder(join(folder, 'model'));
  order = { kind: 'vits', parts: { model: join(model, 'model.onnx'), tokens: join(model, 'tokens.txt') } };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const question = (text: string) => ({ order, text, speaker: 0, speed: 1 });
async function withHost(work: (host: ModelHost) => Promise<void>, limits: ConstructorParameters<typeof ModelHost>[1] = {}): Promise<void> {
  const host = new ModelHost(folder, limits);
  try {
    await work(host);
  } finally {
    host.close();
  }
}
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (thrown: unknown) => {
      expect(thrown).toBeInstanceOf(ModelFailed);
      return (thrown as Error).message;
    },
  );

test('the question during which the process ends fails by how it ended, and those that wait are answered by another process', () =>
  withHost(async (host) => {
    const crashed = messageOf(host.ask(question('segfault')));
    const waiting = host.ask(question('Hello.'));
    expect(await crashed).toBe('The voice model ended its process (SIGSEGV)');
    expect(await waiting).toMatchObject({ rate: 16_000, speakers: 1 });
    const damaged = { ...order, parts: { ...order.parts, model: join(folder, 'node_modules/sherpa-onnx-node/package.json') } };
    expect(await messageOf(host.ask({ ...question('Hello.'), order: damaged }))).toBe('The voice model ended its process (SIGABRT)');
    const wrong = { ...order, parts: { ...order.parts, tokens: join(folder, 'node_modules/sherpa-onnx-node/package.json') } };
    expect(await messageOf(host.ask({ ...question('Hello.'), order: wrong }))).toBe('The voice model ended its process (code 255)');
  }));

test('a question that takes too long fails and its process is ended, and the next one is answered', () =>
  withHost(
    async (host) => {
      expect(await messageOf(host.ask(question('endless')))).toBe('The voice model took too long');
      await host.ask(question('Hello.'));
    },
    { answerMs: 3_000 },
  ));

test('more questions than may wait are refused at once, one that is left makes room, and those that wait fail when the service closes', () =>
  withHost(
    async (host) => {
      const running = messageOf(host.ask(question('endless')));
      const leaving = new AbortController();
      const left = messageOf(host.ask(question('Hello.'), leaving.signal));
      const waiting = messageOf(host.ask(question('Hello.')));
      await expect(host.ask(question('Hello.'))).rejects.toBeInstanceOf(ModelBusy);
      leaving.abort();
      expect(await left).toBe('Nobody waits for it');
      const instead = messageOf(host.ask(question('Hello.')));
      host.close();
      expect(await Promise.all([running, waiting, instead])).toEqual(Array(3).fill('The service is closing'));
    },
    { waiting: 2 },
  ));

test('without the package a question fails by the folder where the package is looked for', async () => {
  const host = new ModelHost(join(folder, 'none'));
  expect(await messageOf(host.ask(question('Hello.')))).toBe(`The package sherpa-onnx-node is not installed in ${join(folder, 'none')}`);
});
