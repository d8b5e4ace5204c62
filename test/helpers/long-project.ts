import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createProjectFile } from '#main/library/project-schema.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { newId } from '#shared/ids.ts';
import { attributesOf, createDocument } from '#shared/narration/document.ts';
import { sampleRate } from '#shared/narration/take.ts';

/** Blocks of ten seconds share this many sounds, so that hours of a chapter are seconds of work. */
const sounds = 6;
const blockSeconds = 10;
const wordsABlock = 28;

/**
 * A profile whose last project has one chapter with a take for every block, written straight into the file. The words are those
 * of a reading aloud: 28 in ten seconds, 100,800 in ten hours.
 */
export function writeLongProject(profileDirectory: string, options: { hours: number; words: boolean }): void {
  const folder = join(profileDirectory, 'Projects');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'Long.voicewright');
  const count = Math.round((options.hours * 3600) / blockSeconds);
  const text = (block: number): string =>
    Array.from({ length: wordsABlock }, (_, word) => `word${(block * 31 + word * 7) % 997}`).join(' ');
  const texts = Array.from({ length: count }, (_, block) => text(block));
  const document = createDocument(texts, { pauseMs: 0 });
  const chapterId = newId();
  createProjectFile(path, {
    projectId: newId(),
    title: 'Long',
    voiceId: 'bench',
    modelId: null,
    createdAt: Date.now(),
    chapters: [{ id: chapterId, title: 'Long', document: JSON.stringify(document.toJSON()) }],
  });
  const database = new DatabaseSync(path);
  try {
    database.exec('BEGIN');
    const hashes = Array.from({ length: sounds }, (_, index) => addSound(database, index));
    const insert = database.prepare(
      `INSERT INTO takes (id, operation_id, chapter_id, block_id, fingerprint, content_hash, created_at, samples, state, facts)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'complete', ?)`,
    );
    const step = (blockSeconds * 1000) / wordsABlock;
    document.forEach((node, _offset, index) => {
      const words = (texts[index] ?? '')
        .split(' ')
        .map((word, at) => ({ text: word, startMs: Math.round(at * step), endMs: Math.round((at + 0.9) * step) }));
      const facts = {
        text: texts[index],
        voiceId: 'bench',
        modelId: null,
        alignment: options.words ? 'complete' : 'none',
        words: options.words ? words : [],
        creditsUsed: null,
        requestId: null,
        ignoredParameters: [],
      };
      const hash = hashes[index % sounds] ?? '';
      const { id } = attributesOf(node);
      insert.run(newId(), newId(), chapterId, id, `bench${index}`, hash, index, blockSeconds * sampleRate, JSON.stringify(facts));
    });
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  writeFileSync(join(profileDirectory, 'preferences.json'), JSON.stringify({ recent: [{ path, title: 'Long', openedAt: Date.now() }] }));
}

/** Ten seconds of swelling tone; the hash of its bytes. */
function addSound(database: DatabaseSync, index: number): string {
  const samples = blockSeconds * sampleRate;
  const pcm = Int16Array.from(
    { length: samples },
    (_, at) => 12_000 * Math.sin((at * (index + 2)) / 60) * Math.sin((at / sampleRate) * 3) ** 2,
  );
  const bytes = Buffer.concat([wavHeader(samples), new Uint8Array(pcm.buffer)]);
  const hash = createHash('sha256').update(bytes).digest('hex');
  database.prepare("INSERT INTO sounds (content_hash, format, bytes) VALUES (?, 'wav', ?)").run(hash, bytes.length);
  const part = database.prepare('INSERT INTO sound_parts (content_hash, part, bytes) VALUES (?, ?, ?)');
  const size = 1024 * 1024;
  for (let at = 0; at < bytes.length; at += size) part.run(hash, at / size, bytes.subarray(at, at + size));
  return hash;
}
