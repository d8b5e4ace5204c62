import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { capabilitiesPath } from '#shared/wire/models.ts';
import { alignedPath } from '#shared/wire/speech.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { voicesPath } from '#shared/wire/voices.ts';
import { json, scriptedServer } from '../service/scripted-server.ts';
import { toneWav } from '../library/helpers.ts';
import { SpeechFixture } from './fixture.ts';

const canary = 'canary/7f3a+key=with;signs';
const forms = {
  clear: canary,
  url: encodeURIComponent(canary),
  base64: Buffer.from(canary).toString('base64').replace(/=+$/u, ''),
  base64url: Buffer.from(canary).toString('base64url'),
  hex: Buffer.from(canary).toString('hex'),
  'hex in capitals': Buffer.from(canary).toString('hex').toUpperCase(),
  // Within the base64 of more than itself, behind one byte and behind two: as of `user:key`.
  'base64 behind one byte': Buffer.from(`:${canary}`)
    .toString('base64')
    .slice(2, Math.floor(((1 + canary.length) * 8) / 6)),
  'base64 behind two bytes': Buffer.from(`u:${canary}`)
    .toString('base64')
    .slice(3, Math.floor(((2 + canary.length) * 8) / 6)),
};

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

it('the key stands in no log, no failure, no event and no file, though the service says it back in every form', async () => {
  const said = Object.values(forms).join(' | ');
  const error = { code: `ERR ${canary}`, message: `You sent ${said}`, requestId: canary, details: { field: forms.hex } };
  let aligned = 0;
  const service = await scriptedServer((request, response) => {
    const path = request.url.split('?')[0];
    const model = {
      id: 'alpha-s1',
      available: true,
      maxTextLength: 100,
      outputFormats: ['wav'],
      controls: {},
      supportedOperations: { alignedStreaming: true },
    };
    if (path === profilePath) json(response, 200, { user_id: 'u', api_quota_remaining: 1, tier: 't', credits: 1 });
    else if (path === capabilitiesPath) json(response, 200, { contractVersion: 'v3', route: 'r', models: [model] });
    else if (path?.startsWith(voicesPath) === true) {
      const voice = { voiceId: 'v1', name: 'V', isPersonal: false, primaryLanguage: 'en', languages: ['en'], modelIds: ['alpha-s1'] };
      json(response, 200, path === voicesPath ? { total: 1, page: 1, pageSize: 100, totalPages: 1, items: [voice] } : voice);
    } else if (path === alignedPath) {
      aligned++;
      if (aligned === 1) json(response, 400, error);
      else if (aligned === 2) json(response, 500, error);
      else if (aligned === 3) response.destroy();
      else if (aligned === 5) {
        const completed = { requestId: canary, generationId: said, alignmentStatus: said, ignoredParameters: [canary] };
        const audio = { audioBase64: Buffer.from(toneWav(48_000)).toString('base64') };
        response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-OpenAPI-Ignored-Parameters': canary });
        response.end(`event: audio\ndata: ${JSON.stringify(audio)}\n\nevent: completed\ndata: ${JSON.stringify(completed)}\n\n`);
      } else {
        response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Request-Id': canary });
        response.end(`event: error\ndata: ${JSON.stringify(error)}\n\n`);
      }
    } else json(response, 404, error);
  });
  const fixture = await SpeechFixture.open({ baseUrl: service.origin, apiKey: canary });
  try {
    const project = await fixture.project(['One.', 'Two.', 'Three.', 'Four.'], 'alpha-s1');
    const results = [await fixture.generate(project)];
    const entries = await fixture.ledger.unsettled();
    results.push(await fixture.generate(project));
    expect(service.seen.some((request) => request.headers.authorization === `Bearer ${canary}`)).toBe(true);
    expect(results[0]?.out).toEqual({ made: 1, reused: 0, failed: 3 });
    expect(entries.length).toBeGreaterThan(0);
    const everything = inspect(
      [results, entries, fixture.unsettled, fixture.log.lines, fixture.connection, fixture.account, fixture.speech],
      {
        depth: 30,
        maxStringLength: null,
        maxArrayLength: null,
        showHidden: true,
      },
    );
    await fixture.shut();
    const haystacks = [
      ['what is shown', everything],
      ...filesUnder(fixture.directory).map((path) => [path, readFileSync(path).toString('latin1')]),
    ];
    expect(haystacks.some(([path]) => path?.endsWith('ledger.sqlite'))).toBe(true);
    for (const [where, text] of haystacks)
      for (const [form, needle] of Object.entries(forms)) expect(text?.includes(needle), `${form} in ${where}`).toBe(false);
  } finally {
    await fixture.close();
    await service.close();
  }
});
