import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, toFailure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { blocksOf, wordsOf, type Block } from '#shared/narration/document.ts';
import type { Finding } from '#shared/narration/pickup-kinds.ts';
import { sampleRate, type Take } from '#shared/narration/take.ts';
import type { Services } from '#shared/operations/index.ts';
import { message } from '#shared/messages/message.ts';
import type { Log } from '../../infra/platform.ts';
import type { LibraryService } from '../../library/library.ts';
import type { PaidResult } from '../../library/types.ts';
import { Aligner } from '../../media/alignment/aligner.ts';
import { findMismatches } from '../../media/alignment/mismatches.ts';
import { reportPart, type Report } from '../../media/alignment/progress.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { cutPieces, type Piece } from './pieces.ts';
import { createWorkFolder, noteArrival, removeLeftWorkFolders } from './work-folders.ts';

interface RecordingOrder {
  projectId: string;
  chapterId: string;
  /** The blocks that the recording says, in the chapter's order; those without words are passed over. */
  blockIds: readonly string[];
  path: string;
  /** Name of the file as a person knows it, without folders. */
  fileName?: string | undefined;
  /** BCP 47 tag; found from the text where there is none. */
  language?: string | undefined;
}

/** A take that came of a recording, and where it lies in that, in milliseconds. */
interface RecordedTake {
  blockId: string;
  takeId: string;
  startMs: number;
  endMs: number;
}

export interface RecordedBlocks {
  language: string;
  takes: RecordedTake[];
  /** Blocks that the recording does not say: they are as they were. */
  left: { blockId: string; text: string }[];
  mismatches: ReturnType<typeof findMismatches>;
}

interface Parts {
  library: Pick<LibraryService, 'chapter' | 'receive' | 'addTake' | 'uploadPath'>;
  profileDirectory: string;
  log: Log;
  aligner?: Pick<Aligner, 'decode' | 'align' | 'check' | 'close'>;
}

/** Samples of the fade at each cut, so that none clicks: 5 ms. */
const fadeSamples = sampleRate / 200;
const pieceSamples = 10 * sampleRate;
/** Which share of the work is done when a step has ended, about. */
const shares = { decoded: 0.1, aligned: 0.45 };

/** A narrator's own recordings as takes: aligned to the script, cut at the gaps between blocks, never charged. */
export class RecordedTakes {
  readonly services: Pick<Services, 'take.record'>;
  readonly #parts: Parts;
  readonly #aligner: Pick<Aligner, 'decode' | 'align' | 'check' | 'close'>;

  constructor(parts: Parts) {
    this.#parts = parts;
    void removeLeftWorkFolders(join(parts.profileDirectory, 'recorded'), join(parts.profileDirectory, 'arriving'));
    this.#aligner = parts.aligner ?? new Aligner({ onUnexpected: (text, facts) => parts.log.error(text, facts) });
    this.services = {
      'take.record': async ({ uploadId, ...order }, { signal, emit }) => {
        const path = parts.library.uploadPath(uploadId);
        if (path === undefined) throw fail('not-found', message('alignment.notReadable'), { field: 'uploadId', next: 'choose-file' });
        const { takes, left } = await this.import({ ...order, path }, signal, (fraction) => emit({ fraction }));
        return { takes, left };
      },
    };
  }

  /**
   * Fails with `invalid-input` where no block has words, as decoding fails, and with `unprocessable` for a recording that is silent or says another
   * text: nothing has changed then. `report` hears how far it is.
   */
  async import(order: RecordingOrder, signal: AbortSignal, report: Report = () => undefined): Promise<RecordedBlocks> {
    const blocks = await this.#findBlocks(order);
    const temporary = await createWorkFolder(join(this.#parts.profileDirectory, 'recorded'));
    try {
      const pcmPath = join(temporary, 'pcm');
      const { levels } = await this.#aligner.decode(order.path, pcmPath, signal, reportPart(report, 0, shares.decoded));
      signal.throwIfAborted();
      const text = blocks.map((block) => block.text).join('\n');
      const sound = { path: pcmPath, coding: 'pcm' } as const;
      const reportAlignment = reportPart(report, shares.decoded, shares.aligned);
      const { language, words } = await this.#aligner.align({ sound, text, language: order.language }, signal, reportAlignment);
      signal.throwIfAborted();
      const mismatches = findMismatches(words, await this.#check({ sound, text, language }, signal, reportPart(report, shares.aligned, 1)));
      signal.throwIfAborted();
      const counts = blocks.map((block) => wordsOf(block.text).length);
      const pieces = cutPieces(words, counts, levels);
      const takes = await this.#store(order, { blocks, pieces, pcmPath, temporary });
      const left = blocks.filter((_, index) => pieces[index]?.isSaid !== true);
      return {
        language,
        takes,
        left: left.map(({ attributes: { id }, text: said }) => ({ blockId: id, text: said })),
        mismatches,
      };
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }

  close(): Promise<void> {
    return this.#aligner.close();
  }

  /** What proof finds, which tells apart words that are missing, repeated or other. A recording that it cannot check is imported all the same. */
  async #check(...order: Parameters<Aligner['check']>): Promise<readonly Finding[]> {
    try {
      return (await this.#aligner.check(...order)).findings;
    } catch (thrown) {
      const { kind } = toFailure(thrown);
      if (kind === 'cancelled') throw thrown;
      this.#parts.log.info('a recording could not be checked', { kind });
      return [];
    }
  }

  async #findBlocks({ projectId, chapterId, blockIds }: RecordingOrder): Promise<Block[]> {
    const { document } = await this.#parts.library.chapter(projectId, chapterId);
    const wanted = new Set(blockIds);
    const blocks = blocksOf(document).filter(({ attributes, text }) => wanted.has(attributes.id) && text.trim() !== '');
    if (blocks.length === 0) throw fail('invalid-input', message('recordedTakes.noText'), { field: 'blockIds' });
    return blocks;
  }

  /** All sounds are on the disk before the first take is in the project. Not stopped half way. */
  async #store(
    order: RecordingOrder,
    { blocks, pieces, pcmPath, temporary }: { blocks: readonly Block[]; pieces: readonly Piece[]; pcmPath: string; temporary: string },
  ): Promise<RecordedTake[]> {
    const stored: { result: PaidResult; piece: Piece }[] = [];
    const file = await open(pcmPath, 'r');
    try {
      for (const [index, block] of blocks.entries()) {
        const piece = pieces[index];
        if (piece?.isSaid === true) stored.push({ piece, result: await this.#receive(order, block, { ...piece, file, temporary }) });
      }
    } finally {
      await file.close();
    }
    const takes: RecordedTake[] = [];
    for (const { result, piece } of stored) {
      const take: Take | undefined = await this.#parts.library.addTake(result);
      if (take) takes.push({ blockId: take.blockId, takeId: take.id, startMs: Math.round(piece.startMs), endMs: Math.round(piece.endMs) });
    }
    return takes;
  }

  async #receive(
    { projectId, chapterId, fileName }: RecordingOrder,
    block: Block,
    piece: Piece & { file: FileHandle; temporary: string },
  ): Promise<PaidResult> {
    const operationId = newId();
    await noteArrival(piece.temporary, operationId);
    const blockId = block.attributes.id;
    const from = Math.round((piece.startMs * sampleRate) / 1000);
    const samples = Math.max(1, Math.round((piece.endMs * sampleRate) / 1000) - from);
    const arrival = await this.#parts.library.receive(operationId, 'wav');
    const facts = {
      // Of no service's work: nothing is ever found by it.
      fingerprint: `recording-${operationId}`,
      text: block.text.trim(),
      voiceId: '',
      modelId: null,
      requestId: null,
      creditsUsed: 0,
      alignment: 'estimated' as const,
      words: piece.words.map(({ text, startMs, endMs }) => ({
        text,
        startMs: Math.max(0, startMs - piece.startMs),
        endMs: Math.max(0, endMs - piece.startMs),
        estimated: true,
      })),
      ignoredParameters: [],
      purpose: { projectId, chapterId, blockId },
      source: 'recording' as const,
      ...(fileName === undefined ? {} : { fileName }),
    };
    try {
      await arrival.write(wavHeader(samples));
      for (let at = 0; at < samples; at += pieceSamples) await arrival.write(await readFaded(piece.file, { from, at, samples }));
    } catch (thrown) {
      await arrival.interrupted(facts).catch(() => undefined);
      throw thrown;
    }
    return arrival.complete(facts);
  }
}

/** The next ten seconds of a piece at most, from its sample `at` on; its first and last samples rise and fall. */
async function readFaded(file: FileHandle, { from, at, samples }: { from: number; at: number; samples: number }): Promise<Uint8Array> {
  const pcm = new Int16Array(Math.min(pieceSamples, samples - at));
  await file.read(new Uint8Array(pcm.buffer), 0, pcm.byteLength, (from + at) * 2);
  pcm.forEach((sample, index) => {
    const edge = Math.min(at + index, samples - 1 - at - index);
    if (edge < fadeSamples) pcm[index] = Math.round((sample * edge) / fadeSamples);
  });
  return new Uint8Array(pcm.buffer);
}
