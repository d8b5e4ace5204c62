import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { voiceFor } from '../local-service/support.ts';
import { chargesOf } from '../paid-work/studio.ts';
import { start, valueOf } from './command-line.ts';

let service: LocalService;
let folder: string;
let voiceId: string;
beforeAll(async () => {
  service = await startLocalService();
  folder = mkdtempSync(join(tmpdir(), 'voicewright-cli-live-'));
  ({ voiceId } = await voiceFor(service, 'en', 'alpha'));
});
afterEach(() => service.clearFaults());
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const key = 'local-clilive';
const options = (input?: string | null) => ({
  profile: join(folder, 'profile'),
  env: { VOICEWRIGHT_BASE_URL: service.baseUrl, VOICEWRIGHT_API_KEY: key },
  ...(input !== undefined && { input }),
});
const live = (name: string, ...more: string[]) => ['live', '--voice', voiceId, '--realtime-url', service.realtimeUrl, '--out', name === '-' ? '-' : join(folder, name), ...more]; // prettier-ignore
/** Bytes of sound that a WAV header says there are. */
const dataBytes = (wav: Buffer): number => wav.readUInt32LE(wav.indexOf('data') + 4);

it('live speaks each line of standard input, and writes one WAV whose header knows its length', async () => {
  const ended = await start([...live('lines.wav', '--format', 'wav'), '--json'], options('First line.\n\nSecond line, without an end'))
    .ended;
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  const value = valueOf(ended) as { requests: { segments: number; whole: boolean }[]; bytes: number; units: number };
  expect(value).toMatchObject({ requests: [{ segments: 2, whole: true }], units: 'First line.Second line, without an end'.length });
  const wav = readFileSync(join(folder, 'lines.wav'));
  expect(wav.length).toBe(value.bytes);
  expect(dataBytes(wav)).toBe(wav.length - wav.indexOf('data') - 8);
  expect(existsSync(join(folder, 'lines.wav.part'))).toBe(false);
});

it('live speaks what is there before the rest is typed, to standard output alone', async () => {
  const running = start(live('-', '--mode', 'simple', '--realtime-version', 'v2'), options(null));
  running.process.stdin.write('Before the end.\n');
  await once(running.process.stdout, 'data');
  running.process.stdin.end('After it.\n');
  const ended = await running.ended;
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  expect(ended.stdout.length).toBeGreaterThan(2000);
});

it('live survives a lost connection in reliable mode, and is paid once for each line', async () => {
  const before = (await chargesOf(service, key)).reduce((sum, { credits }) => sum + credits, 0);
  await service.setFaults([{ on: 'realtime:flush', kind: 'drop-after-charge' }]);
  const text = 'This line is said once.';
  const ended = await start([...live('lost.mp3'), '--text', text, '--json'], options()).ended;
  expect([ended.code, valueOf(ended)]).toMatchObject([0, { units: text.length, requests: [{ whole: true }] }]);
  const after = (await chargesOf(service, key)).reduce((sum, { credits }) => sum + credits, 0);
  expect(after - before).toBe(text.length);
});

it('live in simple mode whose connection is lost ends with 3, and what arrived is kept beside its name', async () => {
  await service.setFaults([{ on: 'realtime:input', kind: 'cut-after-bytes', bytes: 3000 }]);
  const text = 'A longer line, so that there is something of it to be cut off in the middle.';
  const ended = await start([...live('cut.mp3', '--mode', 'simple'), '--text', text, '--json'], options()).ended;
  expect(ended.code).toBe(3);
  expect(valueOf(ended)).toMatchObject({ failure: { charged: 'unknown' } });
  expect(existsSync(join(folder, 'cut.mp3'))).toBe(false);
});

it('an interrupted live ends with 130, and keeps what arrived beside its name', async () => {
  const running = start(live('stopped.mp3'), options(null));
  running.process.stdin.write('The first line is spoken while nobody types.\n');
  await expect.poll(() => statSync(join(folder, 'stopped.mp3.part'), { throwIfNoEntry: false })?.size ?? 0, { timeout: 20_000 }).toBeGreaterThan(1000); // prettier-ignore
  running.process.kill('SIGINT');
  const ended = await running.ended;
  expect(ended.code).toBe(130);
  expect(ended.stderr).toContain('stopped.mp3.part');
  expect(existsSync(join(folder, 'stopped.mp3'))).toBe(false);
});

it.each([[['--format', 'flac']], [['--text', 'x', '--file', 'y']], [['--out', '-', '--json']]])('live %j is bad usage', async (more) => {
  expect((await start([...live('never.mp3'), ...more], options('')).ended).code).toBe(2);
});

it('live with nothing to say is bad usage, and leaves what stands under the name', async () => {
  const out = join(folder, 'stands.mp3');
  writeFileSync(out, 'kept');
  expect((await start(live('stands.mp3'), options(' \n')).ended).code).toBe(2);
  expect(readFileSync(out, 'utf8')).toBe('kept');
});

it('live without a connection speaks by the local service that it starts', async () => {
  const voices = await start(['voices', 'list', '--json'], { profile: join(folder, 'alone') }).ended;
  const { items } = valueOf(voices) as { items: { voiceId: string }[] };
  const args = ['live', '--voice', items[0]!.voiceId, '--out', join(folder, 'alone.mp3')];
  const ended = await start(args, { profile: join(folder, 'alone'), input: 'Hello.' }).ended;
  expect([ended.stderr, ended.code]).toEqual(['', 0]);
  expect(statSync(join(folder, 'alone.mp3')).size).toBeGreaterThan(500);
});
