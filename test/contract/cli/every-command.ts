import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCommands } from '#main/hosts/cli/program.ts';
import { createRunner } from '#main/hosts/cli/run.ts';
import type { Character } from '../../helpers/foreign-service/characters.ts';
import { startForeignService, type ForeignService } from '../../helpers/foreign-service/index.ts';
import { installStandIn, writeVitsFolder } from '../../helpers/tiny-voice.ts';
import { writeWhisperFolder } from '../../helpers/tiny-whisper.ts';
import { probe, wavSeconds } from '../foreign-service/client.ts';
import { start, valueOf, type Ended } from './command-line.ts';

const sentence = 'The lighthouse stands at the end of the pier.';
/** Longer than what any client keeps of a voice, a model or a list, and shorter than an address of the service lasts. */
const pastEveryCache = 10 * 60_000;

type Value = Record<string, unknown>;

/** The happy path of every command of the command line, run as a process of its own, against a service that somebody else wrote. */
export function describeEveryCommand(character: Character): void {
  describe(`every command of the command line works with a ${character} service`, { timeout: 180_000 }, () => {
    let service: ForeignService;
    let folder: string;
    let voiceId: string;
    let audioUrl: string;
    let videoUrl: string;
    const used = new Set<string>();
    const every = leafCommands();

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), `voicewright-cli-${character}-`));
      service = await startForeignService({ character, speech: 'tones' });
      [audioUrl, videoUrl] = await Promise.all([service.audioUrl(sentence), service.videoUrl(2)]);
    });
    afterAll(async () => {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const note = (args: readonly string[]): void => {
      const name = every.find((command) => `${args.join(' ')} `.startsWith(`${command} `));
      if (name !== undefined) used.add(name);
    };
    const run = (args: readonly string[], input?: string): Promise<Ended> => {
      note(args);
      const env = {
        VOICEWRIGHT_BASE_URL: service.baseUrl,
        VOICEWRIGHT_REALTIME_URL: service.realtimeUrl,
        VOICEWRIGHT_API_KEY: service.key,
      };
      return start(args, { profile: join(folder, 'profile'), env, ...(input !== undefined && { input }) }).ended;
    };
    /** Its one JSON value. Nothing but a warning of the service is on standard error, and it ends with 0. */
    const answer = async (args: readonly string[], input?: string): Promise<Value> => {
      const ended = await run([...args, '--json'], input);
      const notes = ended.stderr.split('\n').filter((line) => line !== '' && !line.includes('VOICE_BLEND'));
      expect([ended.code, notes], args.join(' ')).toEqual([0, []]);
      return valueOf(ended);
    };
    /** The answer to a command that pays: the service saw its request once, and charged `amounts` for it. */
    const paid = async (args: readonly string[], input?: string, amounts = 1): Promise<Value> => {
      const [sent, charged] = [sentTo(service), service.charges.length];
      const value = await answer(args, input);
      expect([sentTo(service) - sent, service.charges.length - charged], `sent, charged: ${args.join(' ')}`).toEqual([1, amounts]);
      return value;
    };
    const out = (name: string) => join(folder, name);
    const secondsOf = async (name: string) => (await probe(readFileSync(out(name)))).seconds;
    /** 60 ms a character: the sentence is 2.7 seconds. */
    const isSpoken = (seconds: number) => seconds > 1.5 && seconds < 5;

    it('profile and models are read, and the profile is changed', async () => {
      expect(await answer(['profile', 'get'])).toMatchObject({ user_id: 'user-1', tier: service.account.tier });
      const hook = 'https://hooks.example.test/a';
      expect(await answer(['profile', 'update', '--webhook-url', hook])).toMatchObject({ user_id: 'user-1' });
      expect(service.account.webhookUrl).toBe(hook);
      const { models } = (await answer(['models', 'list'])) as { models: { id: string; outputFormats: string[] }[] };
      expect(models.find(({ id }) => id === 'alpha-s21pro-flash')?.outputFormats).toContain('mp3');
    });

    it('voices are listed, searched and read one at a time', async () => {
      const { items } = (await answer(['voices', 'list', '--page-size', '10'])) as { items: Value[] };
      expect(items.length).toBeGreaterThan(30);
      const found = (await answer(['voices', 'list', '--search', 'alpha'])) as { items: { voiceId: string; name: string }[] };
      voiceId = found.items[0]!.voiceId;
      expect(await answer(['voices', 'get', voiceId])).toMatchObject({ voiceId });
    });

    it('tts makes a job, waits for it, finds it, lists it and downloads it', async () => {
      const waited = await paid(['tts', 'create', '--voice', voiceId, '--text', sentence, '--out', out('job.mp3')]);
      expect(isSpoken(await secondsOf('job.mp3'))).toBe(true);
      const begun = await paid(['tts', 'create', '--voice', voiceId, '--format', 'wav'], sentence);
      const [first, second] = [waited, begun].map(({ task }) => (task as { taskId: string }).taskId);
      service.advance(pastEveryCache);
      expect(await answer(['tts', 'get', second!, '--wait'])).toMatchObject({ task: { taskId: second, status: 'success' } });
      await answer(['tts', 'download', second!, '--out', out('again.wav')]);
      expect(isSpoken(wavSeconds(readFileSync(out('again.wav'))))).toBe(true);
      const listed = (await answer(['tts', 'list', '--status', 'success'])) as { items: { task: { taskId: string } }[] };
      expect(listed.items.map(({ task }) => task.taskId).sort()).toEqual([first, second].sort());
    });

    it('speak writes the sound and the times of its words, and speaks through every earlier endpoint', async () => {
      const spoken = await paid(['speak', '--voice', voiceId, '--text', sentence, '--out', out('spoken.mp3')]);
      expect(spoken).toMatchObject({ wordCount: 9, alignmentStatus: 'complete' });
      expect(isSpoken(await secondsOf('spoken.mp3'))).toBe(true);
      const { words } = JSON.parse(readFileSync(out('spoken.words.json'), 'utf8')) as { words: { text: string }[] };
      expect(words.map(({ text }) => text).join(' ')).toBe(sentence);
      for (const endpoint of ['v1', 'v1-cached', 'v2', 'engine', 'openai']) {
        const name = `${endpoint}.mp3`;
        const model = endpoint === 'openai' || endpoint === 'engine' ? ['--model', 'alpha-s21pro-flash'] : [];
        const args = ['speak', '--voice', voiceId, '--text', sentence, '--endpoint', endpoint, ...model, '--out', out(name)];
        await paid(args);
        expect(isSpoken(await secondsOf(name)), endpoint).toBe(true);
      }
    });

    it.each([
      ['v3', 'reliable', 'mp3'],
      ['v3', 'simple', 'wav'],
      ['v2', 'reliable', 'wav'],
      ['v2', 'simple', 'mp3'],
    ])('live of version %s speaks standard input in %s mode', async (version, mode, format) => {
      const name = `live-${version}-${mode}.${format}`;
      const args = ['live', '--voice', voiceId, '--mode', mode, '--realtime-version', version, '--format', format, '--out', out(name)];
      expect((await paid(args, `${sentence}\n`))['requests']).toHaveLength(1);
      expect(isSpoken(await secondsOf(name))).toBe(true);
    });

    it('transcribe writes down what is said', async () => {
      const heard = await paid(['transcribe', '--audio-url', audioUrl, '--language', 'en', '--out', out('heard.json')]);
      expect(heard['text']).toBe(sentence);
      expect(JSON.parse(readFileSync(out('heard.json'), 'utf8'))).toMatchObject({ text: sentence });
    });

    it('a voice is cloned from a recording, speaks, and is deleted', async () => {
      const recording = out('recording.wav');
      writeFileSync(recording, Buffer.from(await (await fetch(audioUrl)).arrayBuffer()));
      const made = await paid(['voices', 'clone', '--name', 'Anna', '--audio', recording, '--language', 'en', '--consent']);
      const own = String(made['voiceId']);
      service.advance(pastEveryCache);
      const personal = (await answer(['voices', 'list', '--personal'])) as { items: Value[] };
      expect(personal.items).toMatchObject([{ voiceId: own, name: 'Anna' }]);
      await paid(['tts', 'create', '--voice', own, '--text', sentence, '--out', out('own.mp3')]);
      expect(await paid(['voices', 'delete', own], '', 0)).toMatchObject({ voiceId: own, state: 'done' });
      expect((await run(['voices', 'get', own])).code).toBe(1);
    });

    it('a voice is designed, its preview fetched, and saved', async () => {
      const order = ['design', 'create', '--prompt', 'a calm old man', '--preview-text', 'Good morning to all of you.'];
      const made = (await paid([...order, '--provider', 'alpha'])) as {
        designId: string;
        candidates: { candidateId: string; preview: string }[];
      };
      const { candidateId, preview } = made.candidates[0]!;
      expect((await probe(readFileSync(preview))).seconds).toBeGreaterThan(0.5);
      await answer(['design', 'preview', made.designId, '--candidate', candidateId, '--out', out('preview.sound')]);
      expect(readFileSync(out('preview.sound')).equals(readFileSync(preview))).toBe(true);
      const { voiceId: saved } = await paid(['design', 'save', made.designId, '--candidate', candidateId, '--name', 'Otto']);
      expect(await answer(['voices', 'get', String(saved)])).toMatchObject({ voiceId: saved });
    });

    it('lip-sync makes a video with picture and sound, lists its job and fetches it again', async () => {
      const synced = await paid(['lip-sync', 'create', '--video-url', videoUrl, '--audio-url', audioUrl, '--out', out('sync.mp4')]);
      expect(await probe(readFileSync(out('sync.mp4')))).toMatchObject({ kinds: expect.arrayContaining(['video', 'audio']) as string[] });
      const listed = (await answer(['lip-sync', 'list', '--status', 'completed'])) as { items: Value[] };
      expect(listed.items).toHaveLength(1);
      const id = String(synced['taskId']);
      expect(await answer(['lip-sync', 'get', id, '--out', out('sync-again.mp4')])).toMatchObject({ jobId: id, standing: 'completed' });
    });

    it('dub begins a job, which is fetched later', async () => {
      // Speech and lip sync are two amounts of one request.
      const begun = await paid(['dub', 'create', '--video-url', videoUrl, '--voice', voiceId], sentence, 2);
      expect(begun).toMatchObject({ family: 'dubbing', state: 'waiting' });
      service.advance(pastEveryCache);
      await answer(['dub', 'get', String(begun['taskId']), '--out', out('dub.mp4')]);
      expect(await probe(readFileSync(out('dub.mp4')))).toMatchObject({ kinds: expect.arrayContaining(['video', 'audio']) as string[] });
    });

    it.each([
      ['an image', 'image', ['--prompt', 'a red kite', '--aspect-ratio', '1:1'], 'kite.png'],
      ['a video', 'video', ['--prompt', 'a red kite', '--seconds', '2', '--size', '640x360'], 'kite.mp4'],
    ])('%s is made by a model of the catalogue, and fetched again', async (_title, kind, order, name) => {
      const { models, available } = (await answer(['media', 'models', '--type', kind])) as { models: { id: string }[]; available: boolean };
      expect([available, models.length]).toEqual([true, 2]);
      const made = await paid([kind, 'create', ...order, '--model', models[0]!.id, '--out', out(name)]);
      expect((await probe(readFileSync(out(name)))).kinds).toContain('video');
      const again = `again-${name}`;
      await answer([kind, 'get', String(made['taskId']), '--out', out(again)]);
      expect(readFileSync(out(again)).equals(readFileSync(out(name)))).toBe(true);
    });

    it('project generate makes the blocks of a project, and sends nothing for what it has', async () => {
      const [script, project] = [out('script.txt'), out('script.voicewright')];
      writeFileSync(script, sentence);
      expect((await run(['project', 'import', script, '--project', project, '--voice', voiceId])).code).toBe(0);
      expect(await paid(['project', 'generate', project])).toMatchObject({ made: 1, reused: 0, failed: 0, skipped: 0, failures: [] });
      expect(await answer(['project', 'generate', project])).toMatchObject({ made: 0, creditsUsed: 0 });
    });

    it('project repair of a block that is not there sends nothing', async () => {
      const sent = sentTo(service);
      const ended = await run(['project', 'repair', out('script.voicewright'), '--block', 'nosuchblock', '--dry-run', '--json']);
      expect([ended.code, sentTo(service)]).toEqual([1, sent]);
    });

    it('requests lists all of these, each sent once and done, and shows one with its timeline', async () => {
      const { items } = (await answer(['requests', 'list', '--limit', '200'])) as { items: { operationId: string }[] };
      const further = items.filter((item) => !isDeepStrictEqual(pick(item), { state: 'done', attempts: 1 }));
      expect(further).toEqual([]);
      expect(items).toHaveLength(sentTo(service) + 1); // the update of the profile is the one that is not paid
      const shown = (await answer(['requests', 'show', items[0]!.operationId])) as { timeline: { event: string }[] };
      expect([shown.timeline[0]?.event, shown.timeline.at(-1)?.event]).toEqual(['begun', 'done']);
    });

    it('voices local adds a voice and a recognizer to the local service, lists both and removes them, and refuses any other service', async () => {
      const profile = join(folder, 'local');
      installStandIn(join(profile, 'local-service', 'packages'));
      const here = async (...args: string[]): Promise<Value> => {
        note(args);
        const ended = await start([...args, '--json'], { profile }).ended;
        expect([ended.code, ended.stderr], args.join(' ')).toEqual([0, '']);
        return valueOf(ended);
      };
      const voice = await here('voices', 'local', 'add', writeVitsFolder(out('vits-tiny')));
      expect(voice).toMatchObject({ kind: 'vits', name: 'Tiny' });
      const recognizer = await here('voices', 'local', 'add', writeWhisperFolder(out('whisper')));
      expect(recognizer).toMatchObject({ kind: 'whisper', name: 'Whisper tiny.en', voices: 0 });
      expect(await here('profile', 'get')).toMatchObject({ transcription: { recogniser: 'model', name: 'Whisper tiny.en' } });
      expect(await here('voices', 'local', 'list')).toMatchObject({ items: [voice, recognizer] });
      for (const { id, name } of [voice, recognizer]) expect(await here('voices', 'local', 'remove', String(id))).toEqual({ id, name });
      expect(await here('voices', 'local', 'list')).toMatchObject({ items: [] });
      const sent = sentTo(service);
      const refused = await run(['voices', 'local', 'add', out('whisper')]);
      expect([refused.code, sentTo(service)]).toEqual([1, sent]);
    });

    it('no command was left out', () => {
      expect(every.length).toBeGreaterThan(20);
      expect(every.filter((command) => !used.has(command))).toEqual([]);
    });
  });
}

/** Requests so far that cost or delete something, over HTTP and realtime. */
function sentTo({ requests, frames }: ForeignService): number {
  const changes = requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/profile'));
  return changes.length + frames.filter(({ direction, event }) => direction === 'in' && event === 'start').length;
}

const pick = ({ state, attempts }: Value): Value => ({ state, attempts });

/** What connects to no service; the tests of the commands of projects, and `words.beside.ts`, run these. */
const withoutService: readonly string[] = [
  ...['show', 'export', 'words', 'proof', 'import', 'replace', 'cast', 'pronounce', 'set', 'record'].map((name) => `project ${name}`),
  'align',
];

/** The names of all commands that do something with a service, such as `tts create`. */
function leafCommands(): string[] {
  const names = (command: Command, before: string): string[] =>
    command.commands.flatMap((child) =>
      child.commands.length === 0 ? [`${before}${child.name()}`] : names(child, `${before}${child.name()} `),
    );
  const program = new Command();
  addCommands(program, createRunner({}));
  return names(program, '').filter((name) => !withoutService.includes(name));
}
