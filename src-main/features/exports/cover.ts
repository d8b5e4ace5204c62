import { open } from 'node:fs/promises';
import { fail, type FailureKind } from '#shared/failure.ts';
import type { MasterTags } from '#shared/masters/formats.ts';
import { message, type Message } from '#shared/messages/message.ts';

const maximumCoverMegabytes = 20;

/** Reads a cover. Fails for what is no picture, naming `field`; `subject` begins the sentence. */
export async function readCover(path: string, field: string, subject: Message): Promise<NonNullable<MasterTags['cover']>> {
  const refuse = (kind: FailureKind, text: Message, cause?: unknown): Error => fail(kind, text, { next: 'fix-input', field, cause });
  const most = maximumCoverMegabytes * 1024 * 1024;
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw refuse('file-missing', message('exports.coverUnreadable', subject), cause);
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw refuse('unsupported-media', message('exports.coverNoPicture', subject));
    if (found.size > most) throw refuse('too-large', message('exports.coverTooLarge', subject, maximumCoverMegabytes));
    const bytes = new Uint8Array(await file.readFile());
    const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
    if (start.startsWith('\u0089PNG\r\n\u001a\n') && start.endsWith('IHDR')) return { type: 'image/png', bytes };
    if (start.startsWith('\u00ff\u00d8\u00ff') && bytes.byteLength > 100) return { type: 'image/jpeg', bytes };
    throw refuse('unsupported-media', message('exports.coverNoPicture', subject));
  } finally {
    await file.close();
  }
}
