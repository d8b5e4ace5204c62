import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { files, workshop, folder, voiceId, audioUrl, videoUrl, said, run, json1, out, charges, clone, image } from './paid-fixture.ts';

describe('a paid command that goes well', () => {
  it('voices clone makes one of recordings, which is listed and used by its id, and voices delete takes it away', async () => {
    const made = await json1([...clone('Anna'), '--description', 'Warm', '--reference-text', said]);
    const personal = (await json1(['voices', 'list', '--personal'])) as unknown as { items: { voiceId: string }[] };
    expect(personal.items.map((one) => one.voiceId)).toEqual([made['voiceId']]);
    expect(await json1(['voices', 'get', made['voiceId']!])).toMatchObject({ name: 'Anna', isPersonal: true });
    expect(await json1(['voices', 'delete', made['voiceId']!])).toMatchObject({ voiceId: made['voiceId'], state: 'done' });
    expect((await run(['voices', 'delete', made['voiceId']!])).code).toBe(1);
  });

  it('prints the text, and with --out writes the whole answer', async () => {
    const plain = await run(['transcribe', '--audio-url', audioUrl, '--language', 'en-US']);
    expect([plain.code, plain.stderr]).toEqual([0, '']);
    expect(plain.stdout.toString().trim()).toBe(said);
    const heard = await json1(['transcribe', '--audio-url', audioUrl, '--ignore-timestamps', '--out', out('heard.json')]);
    expect(heard).toMatchObject({ text: said, segments: [], out: out('heard.json') });
    expect(JSON.parse(readFileSync(out('heard.json'), 'utf8'))).toMatchObject({ text: said });
  });

  it('create keeps its previews, preview fetches one, and save makes a voice of it, once for one key', async () => {
    const made = (await json1([
      'design',
      'create',
      '--prompt',
      'a calm old man',
      '--preview-text',
      'Hello.',
      '--provider',
      'alpha',
    ])) as unknown as {
      designId: string;
      candidates: { candidateId: string; preview: string }[];
    };
    const [candidate] = made.candidates;
    expect(statSync(candidate!.preview).size).toBeGreaterThan(200);
    await json1(['design', 'preview', made.designId, '--candidate', candidate!.candidateId, '--out', out('preview.wav')]);
    expect(readFileSync(out('preview.wav')).equals(readFileSync(candidate!.preview))).toBe(true);
    const save = ['design', 'save', made.designId, '--candidate', candidate!.candidateId, '--name', 'Otto', '--idempotency-key', 'save-1'];
    const saved = await json1(save);
    expect((await json1(save))['voiceId']).toBe(saved['voiceId']);
    expect(await json1(['voices', 'get', saved['voiceId']!])).toMatchObject({ name: 'Otto' });
  });

  it('lip-sync create waits and writes its video whole; list and get find it', async () => {
    const args = ['lip-sync', 'create', '--video-url', videoUrl, '--audio-url', files.url('/tone.mp3')];
    const made = await json1([...args, '--out', out('sync.mp4')]);
    expect(made).toMatchObject({ state: 'done', out: out('sync.mp4') });
    expect((await workshop.probe(readFileSync(out('sync.mp4')))).streams.map((stream) => stream.codec_type).sort()).toEqual(['audio', 'video']); // prettier-ignore
    expect(await json1(['lip-sync', 'list', '--status', 'completed'])).toMatchObject({ total: 1, items: [{ id: made['taskId'] }] });
    expect(await json1(['lip-sync', 'get', made['taskId']!])).toMatchObject({ standing: 'completed', jobId: made['taskId'] });
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(await charges()).toHaveLength(1);
  });

  it('dub create speaks standard input; a job that is begun without waiting is fetched by dub get, and is done in the ledger', async () => {
    const begun = await json1(['dub', 'create', '--video-url', videoUrl, '--voice', voiceId], 'Good morning to all of you.\n');
    expect(begun).toMatchObject({ family: 'dubbing', state: 'waiting' });
    expect(await json1(['dub', 'get', begun['taskId']!, '--out', out('dub.mp4')])).toMatchObject({ standing: 'completed' });
    expect((await workshop.probe(readFileSync(out('dub.mp4')))).streams).toHaveLength(2);
    expect(await json1(['requests', 'show', begun['operationId']!])).toMatchObject({ state: 'done' });
  });

  it('media models names what image create takes; the same key is the same job', async () => {
    const { models } = (await json1(['media', 'models', '--type', 'image'])) as unknown as { models: { id: string }[] };
    const args = [...image.map((part) => (part === 'alpha-image-1' ? models[0]!.id : part)), '--idempotency-key', 'kite'];
    const made = await json1([...args, '--out', out('kite.png')]);
    expect(readFileSync(out('kite.png')).subarray(1, 4).toString()).toBe('PNG');
    expect((await json1(args))['taskId']).toBe(made['taskId']);
    expect(await charges()).toHaveLength(1);
    expect(await json1(['image', 'get', made['taskId']!])).toMatchObject({ standing: 'completed', quotaUsed: made['quotaUsed'] });
  });

  it('video create and get', async () => {
    const { models } = (await json1(['media', 'models', '--type', 'video'])) as unknown as {
      models: { id: string; seconds: number[]; sizes: string[] }[];
    };
    const { id, seconds, sizes } = models[0]!;
    const begun = await json1(['video', 'create', '--prompt', 'a kite', '--model', id, '--seconds', String(seconds[0]), '--size', sizes[0]!]); // prettier-ignore
    expect(await json1(['video', 'get', begun['taskId']!, '--wait'])).toMatchObject({ standing: 'completed' });
  });
});
