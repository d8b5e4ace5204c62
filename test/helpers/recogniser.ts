import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the program of `LocalServiceOptions.recogniser` says of any sound; times in seconds. */
export interface Said {
  text: string;
  segments: readonly ({ start: number; end: number; text: string } & Record<string, unknown>)[];
}

/** An interview of two people, with a field that the studio does not know. */
export const interview: Said = {
  text: 'Good morning, and welcome. Thank you. It is good to be here. Tell us about the lighthouse. Nobody has lived there since the great storm.',
  segments: [
    { start: 0.2, end: 2, text: 'Good morning, and welcome.', speaker: 'SPEAKER_00', confidence: 0.97 },
    { start: 2.2, end: 4.4, text: 'Thank you. It is good to be here.', speaker: 'SPEAKER_01', confidence: 0.93 },
    { start: 4.6, end: 6.2, text: 'Tell us about the lighthouse.', speaker: 'SPEAKER_00', confidence: 0.88 },
    { start: 6.4, end: 8, text: 'Nobody has lived there since the great storm.', speaker: 'SPEAKER_01', confidence: 0.91 },
  ],
};

/** Writes such a program; `remove` takes it away again. */
export function writeRecogniser(said: Said): { program: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'voicewright-recogniser-'));
  const program = join(folder, 'recognise');
  writeFileSync(join(folder, 'said.json'), JSON.stringify(said));
  writeFileSync(program, `#!/bin/sh\ncat '${join(folder, 'said.json')}'\n`);
  chmodSync(program, 0o700);
  return { program, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
