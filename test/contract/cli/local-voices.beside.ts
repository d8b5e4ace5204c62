import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english } from '#shared/messages/en/index.ts';
import { german } from '#shared/messages/de/index.ts';
import { startLocalService } from '../../helpers/local-service.ts';
import { installStandIn, writeVitsFolder } from '../../helpers/tiny-voice.ts';
import { start, valueOf, type Ended } from './command-line.ts';

const longest = 90_000;
let folder: string;
let model: string;
let profile: string;
let packages: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-cli-voices-'));
  model = writeVitsFolder(join(folder, 'vits-tiny'));
  profile = join(folder, 'profile');
  packages = join(profile, 'local-service', 'packages');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]): Promise<Ended> => start(args, { profile, env: { VOICEWRIGHT_LANGUAGE: 'en' } }).ended;

test(
  'voices of this computer are added, listed, spoken with and removed by the command line, and are those of the studio',
  { timeout: longest },
  async () => {
    const bare = await run('voices', 'local', 'list', '--json');
    expect(valueOf(bare)).toEqual({ items: [], package: { name: 'sherpa-onnx-node', folder: packages, version: null } });
    expect(bare.stderr).toContain(`npm install --prefix "${packages}" sherpa-onnx-node`);
    const refused = await run('voices', 'local', 'add', model);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(english.localVoices.noPackage('sherpa-onnx-node'));

    installStandIn(packages);
    const { id } = valueOf(await run('voices', 'local', 'add', model, '--json')) as { id: string };
    expect((await run('voices', 'local', 'list')).stdout.toString()).toBe(`${id}\tTiny\tvits\ten-US\t1\n`);
    expect((await run('voices', 'list', '--search', 'Tiny')).stdout.toString()).toContain(id);
    const out = join(folder, 'tiny.wav');
    const spoken = await run('tts', 'create', '--text', 'Hello.', '--voice', id, '--format', 'wav', '--out', out);
    expect(spoken.stderr, String(spoken.code)).not.toContain(english.localVoices.notAdded);
    expect(readFileSync(out).subarray(0, 4).toString()).toBe('RIFF');

    // The studio's own service has the same folder.
    const studio = await startLocalService({ dataDirectory: join(profile, 'local-service') });
    try {
      const response = await fetch(`${studio.baseUrl}/_models`, { headers: { Authorization: `Bearer ${studio.apiKey}` } });
      expect(await response.json()).toMatchObject({ models: [{ id, name: 'Tiny' }] });
    } finally {
      await studio.stop();
    }
    expect((await run('voices', 'local', 'remove', 'Nobody')).stderr).toContain(english.cli.localVoices.notFound('Nobody'));
    expect(valueOf(await run('voices', 'local', 'remove', 'Tiny', '--json'))).toEqual({ id, name: 'Tiny' });
    expect(valueOf(await run('voices', 'local', 'list', '--json'))).toMatchObject({ items: [] });
  },
);

test(
  'a path that is not there, a folder without a voice and another service are refused by name, and help is German too',
  { timeout: longest },
  async () => {
    const missing = await run('voices', 'local', 'add', join(folder, 'none'));
    expect(missing.stderr).toContain(english.localVoices.unreadable(join(folder, 'none')));
    const notes = join(folder, 'notes.txt');
    writeFileSync(notes, 'notes');
    expect((await run('voices', 'local', 'add', notes)).stderr).toContain(english.localVoices.unknown('notes.txt'));
    const service = await startLocalService({ key: 'local-other' });
    try {
      const env = { VOICEWRIGHT_LANGUAGE: 'en', VOICEWRIGHT_BASE_URL: service.baseUrl, VOICEWRIGHT_API_KEY: 'local-other' };
      const other = await start(['voices', 'local', 'list'], { profile, env }).ended;
      expect(other.stderr).toContain(english.localVoices.otherServiceInUse);
    } finally {
      await service.stop();
    }
    const help = await start(['voices', 'local', '--help'], { profile, env: { VOICEWRIGHT_LANGUAGE: 'de' } }).ended;
    // Lines are wrapped to the terminal.
    expect(help.stdout.toString().replaceAll(/\s+/gu, ' ')).toContain(german.cli.localVoices.addCommand);
  },
);
