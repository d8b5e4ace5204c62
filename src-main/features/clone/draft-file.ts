import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { cloneDraftSchema, emptyForm, type CloneDraft } from '#shared/clone/recordings.ts';
import { fileFailure, syncDirectory, writeAll } from '../../infra/files.ts';
import { message } from '#shared/messages/message.ts';

/** Of each recording, where it is clipped: too long to be sent with it. */
const kept = cloneDraftSchema.extend({ clips: z.record(z.string(), z.array(z.number()).max(10_000)) });
type Kept = z.infer<typeof kept>;

export const emptyDraft = (): CloneDraft => ({ form: { ...emptyForm }, recordings: [], made: null });

/** The draft on the disk: whole and synced, or as it was before. Saves follow one another. */
export class DraftFile {
  readonly #directory: string;
  readonly #path: string;
  #tail: Promise<void> = Promise.resolve();

  constructor(directory: string) {
    this.#directory = directory;
    this.#path = join(directory, 'draft.json');
    mkdirSync(directory, { recursive: true });
  }

  /** One that cannot be read is put aside, never over-written: a person may want what is in it. */
  read(): Kept {
    const nothing: Kept = { ...emptyDraft(), clips: {} };
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch {
      return nothing;
    }
    try {
      return kept.parse(JSON.parse(text));
    } catch {
      renameSync(this.#path, `${this.#path}.unreadable`);
      return nothing;
    }
  }

  save(draft: Kept): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(draft));
    const saved = this.#tail.then(() => this.#write(bytes));
    this.#tail = saved.catch(() => undefined);
    return saved;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    try {
      const temporary = `${this.#path}.partial`;
      const file = await open(temporary, 'w', 0o600);
      try {
        await writeAll(file, bytes, 0);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.#path);
      await syncDirectory(this.#directory);
    } catch (thrown) {
      throw fileFailure(thrown, message('clone.draft'));
    }
  }
}
