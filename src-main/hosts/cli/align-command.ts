import { resolve } from 'node:path';
import type { Command } from 'commander';
import { toFailure } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';
import { Aligner } from '../../media/alignment/aligner.ts';
import { findMismatches } from '../../media/alignment/mismatches.ts';
import { reportPart } from '../../media/alignment/progress.ts';
import { readTextFile } from './input.ts';
import { usageError } from './output.ts';
import { reportPercent } from './percent.ts';
import type { Runner, Work } from './run.ts';

interface AlignOptions {
  audio: string;
  text: string;
  language?: string;
}

/** `align`: the words of a text in a recording of it. Needs no service and no project. */
export function alignCommand(program: Command, run: Runner): void {
  program
    .command('align')
    .description(messages.cli.words.alignCommand)
    .requiredOption('--audio <path>', messages.cli.words.audioOption)
    .requiredOption('--text <path>', messages.cli.words.textOption)
    .option('--language <code>', messages.cli.words.languageOption)
    .action(run.action<AlignOptions>(align));
}

async function align(work: Work, { audio, text: textPath, language }: AlignOptions): Promise<void> {
  const text = await readTextFile(textPath, '--text');
  if (text === '') throw usageError(message('cli.words.textEmpty'), '--text');
  const aligner = new Aligner({ onUnexpected: () => undefined });
  const stop = (): void => void aligner.close();
  work.signal.addEventListener('abort', stop, { once: true });
  try {
    const sound = { path: resolve(audio), coding: 'encoded' } as const;
    const report = reportPercent(work, messages.cli.projects.aligning);
    const found = await aligner.align({ sound, text, language }, work.signal, reportPart(report, 0, 0.45)).catch((thrown: unknown) => {
      if (toFailure(thrown).kind === 'file-missing') throw usageError(message('cli.input.fileUnreadable', '--audio', audio), '--audio');
      throw thrown;
    });
    const words = found.words.map(({ confidence, ...word }) => ({ ...word, confidence: Number(confidence.toFixed(3)) }));
    const { findings } = await aligner.check({ sound, text, language }, work.signal, reportPart(report, 0.45, 1));
    const mismatches = findMismatches(found.words, findings);
    for (const { startMs, endMs, text: missing } of mismatches)
      work.output.note(messages.cli.words.mismatch(formatMs(startMs), formatMs(endMs), missing));
    await work.output.result(
      { language: found.language, words, mismatches },
      words.map((word) => [formatMs(word.startMs), formatMs(word.endMs), word.confidence.toFixed(2), word.text].join('\t')),
    );
  } finally {
    work.signal.removeEventListener('abort', stop);
    await aligner.close();
  }
}

const formatMs = (ms: number): string => messages.cli.projects.seconds((ms / 1000).toFixed(3));
