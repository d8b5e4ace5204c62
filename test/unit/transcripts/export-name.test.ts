import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Transcripts } from '#main/features/transcripts/service.ts';
import { shown } from '#main/paid-requests/family.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

let profile: string;
beforeEach(() => (profile = mkdtempSync(join(tmpdir(), 'voicewright-export-name-'))));
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const context = { signal: new AbortController().signal, emit: () => undefined, sends: [] as never };

it.each([
  ['talk.mp3', 'talk.srt'],
  ['Talk.MP3', 'Talk.srt'],
  ['Part 2.final.Wav', 'Part 2.final.srt'],
  ['Talk', 'Talk.srt'],
  ['.mp3', 'Transcript.srt'],
])('captions of %j are called %j: the ending of the sound goes, in capitals too', async (fileName, expected) => {
  writeFileSync(join(profile, 'answer.json'), JSON.stringify({ text: 'Hello.', segments: [{ start: 0, end: 1, text: 'Hello.' }] }));
  const entry = {
    operationId: 'operation1',
    family: 'transcription',
    state: 'done',
    body: Buffer.from(JSON.stringify({ audio_url: 'https://x.example/a', file_name: fileName })),
    result: { files: [{ url: '/bytes/media/answer.json', contentType: 'application/json', bytes: 1 }] },
    purpose: null,
  };
  const names: string[] = [];
  const { services } = new Transcripts({
    profileDirectory: profile,
    ledger: { entry: () => Promise.resolve(entry) },
    coordinator: { shown },
    kept: { path: (name: string) => join(profile, name) },
    exports: {
      text: ({ name }: { name: string }) => {
        names.push(name);
        return Promise.resolve({ name, bytes: 1, path: null, url: null });
      },
    },
    log: quietLog(),
  } as never);
  await services['transcripts.export']({ id: 'operation1', format: 'srt', split: true, speakers: false }, context);
  expect(names).toEqual([expected]);
});
