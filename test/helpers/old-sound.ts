import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ResultsIndex } from '#main/library/results-index.ts';

/** Leaves a paid sound of 1.4 MB in a profile, of a project that is gone, made and heard 200 days ago. */
export function leaveOldSound(profileDirectory: string): void {
  const contentHash = 'a1'.repeat(32);
  const createdAt = Date.now() - 200 * 86_400_000;
  const bytes = 1_400_000;
  const path = join(profileDirectory, 'results', contentHash.slice(0, 2), contentHash);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, new Uint8Array(bytes));
  utimesSync(path, new Date(createdAt), new Date(createdAt));
  const index = new ResultsIndex(join(profileDirectory, 'results', 'index.sqlite'));
  const purpose = { projectId: 'projectthatisgone000', chapterId: 'chapterthatisgone000', blockId: 'blockthatisgone00000' };
  const said = { text: 'Once.', voiceId: 'anna', modelId: null, alignment: 'none' as const, words: [], creditsUsed: 5, requestId: null };
  const sound = { contentHash, format: 'mp3' as const, bytes, samples: 48_000, createdAt, state: 'complete' as const };
  const result = { ...said, ...sound, ignoredParameters: [], fingerprint: 'f'.repeat(64), operationId: 'operationofold000000', purpose };
  index.add(result);
  index.takeFromInbox(result);
  index.close();
}
