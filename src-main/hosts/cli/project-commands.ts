import { InvalidArgumentError, type Command } from 'commander';
import { exportFormats } from '#shared/operations/speech.ts';
import { aCount } from './input.ts';
import { exportProject, type ExportOptions } from './project-export.ts';
import { showCast, type CastOptions } from './project-cast.ts';
import { pronounce, type PronounceOptions } from './project-pronounce.ts';
import { importProject, type ImportOptions } from './project-import.ts';
import { replaceInProject, type ReplaceOptions } from './project-replace.ts';
import { proofProject } from './project-proof.ts';
import { listWords } from './project-words.ts';
import { showProject } from './project-show.ts';
import type { Runner } from './run.ts';
import { messages } from '#shared/messages/index.ts';

/** `project`: what a script does with the file of a project, by the library of the studio. */
export function projectCommands(program: Command, run: Runner): void {
  const project = program.command('project').description(messages.cli.projects.projectCommand);
  project
    .command('import')
    .description(messages.cli.projects.importCommand)
    .argument('<source...>', messages.cli.projects.sourceArgument)
    .requiredOption('--project <file>', messages.cli.projects.projectOption)
    .option('--voice <id>', messages.cli.projects.voiceOption)
    .option('--language <language>', messages.cli.projects.languageOption)
    .option('--cast <name=id>', messages.cli.projects.castOption, collect)
    .option('--add', messages.cli.projects.addOption)
    .option('--dry-run', messages.cli.projects.dryRunOption)
    .action(run.action<ImportOptions>((work, options, sources) => importProject(work, sources, options)));
  project
    .command('show')
    .description(messages.cli.projects.showCommand)
    .argument('<file>', messages.cli.projects.fileArgument)
    .action(run.action((work, _options, [file = '']) => showProject(work, file)));
  project
    .command('cast')
    .description(messages.cli.projects.castCommand)
    .argument('<file>', messages.cli.projects.fileArgument)
    .option('--assign <name=id>', messages.cli.projects.assignOption, collect)
    .action(run.action<CastOptions>((work, options, [file = '']) => showCast(work, file, options)));
  project
    .command('pronounce')
    .description(messages.cli.projects.pronounceCommand)
    .argument('<file>', messages.cli.projects.fileArgument)
    .option('--add <written=spoken>', messages.cli.projects.addPronunciationOption, collect)
    .option('--remove <written>', messages.cli.projects.removeOption, collect)
    .option('--import <csv>', messages.cli.projects.importCsvOption)
    .option('--export <csv>', messages.cli.projects.exportCsvOption)
    .option('--dry-run', messages.cli.projects.dryRunOption)
    .action(run.action<PronounceOptions>((work, options, [file = '']) => pronounce(work, file, options)));
  project
    .command('words')
    .description(messages.cli.words.wordsCommand)
    .argument('<file>', messages.cli.projects.fileArgument)
    .option('--chapter <number>', messages.cli.projects.chapterOption, aCount)
    .action(run.action<{ chapter?: number }>((work, options, [file = '']) => listWords(work, file, options)));
  project
    .command('proof')
    .description(messages.cli.words.proofCommand)
    .argument('<file>', messages.cli.projects.fileArgument)
    .option('--chapter <number>', messages.cli.projects.chapterOption, aCount)
    .action(run.action<{ chapter?: number }>((work, options, [file = '']) => proofProject(work, file, options)));
  project
    .command('export')
    .description(messages.cli.projects.exportCommand)
    .argument('<file>', messages.cli.projects.fileArgument)
    .requiredOption('--format <format>', exportFormats.join(', '), parseFormat)
    .requiredOption('--out <path>', messages.cli.projects.outOption)
    .option('--chapter <number>', messages.cli.projects.chapterOption, aCount)
    .option('--each <what>', messages.cli.projects.eachOption, parseEach)
    .option('--allow-missing', messages.cli.projects.allowMissingOption)
    .option('--preset <name>', messages.cli.projects.presetOption, parsePreset)
    .action(run.action<ExportOptions>((work, options, [file = '']) => exportProject(work, file, options)));
  project
    .command('replace')
    .description(messages.cli.projects.replaceCommand)
    .argument('<file>', messages.cli.projects.fileArgument)
    .requiredOption('--find <text>', messages.cli.projects.findOption)
    .requiredOption('--with <text>', messages.cli.projects.withOption)
    .option('--regex', messages.cli.projects.regexOption)
    .option('--match-case', messages.cli.projects.matchCaseOption)
    .option('--whole-word', messages.cli.projects.wholeWordOption)
    .option('--dry-run', messages.cli.projects.dryRunOption)
    .action(run.action<ReplaceOptions>((work, options, [file = '']) => replaceInProject(work, file, options)));
}

/** An option that may be given more than once. */
const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

function parseFormat(text: string): ExportOptions['format'] {
  const format = exportFormats.find((one) => one === text);
  if (format === undefined) throw new InvalidArgumentError(messages.cli.projects.unknownFormat(exportFormats.join(', ')));
  return format;
}

function parseEach(text: string): 'chapter' {
  if (text !== 'chapter') throw new InvalidArgumentError(messages.cli.projects.eachTakesChapter);
  return text;
}

function parsePreset(text: string): 'none' {
  if (text !== 'none') throw new InvalidArgumentError(messages.cli.projects.noPresets);
  return text;
}
