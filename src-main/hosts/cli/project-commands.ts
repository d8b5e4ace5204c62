import { InvalidArgumentError, Option, type Command } from 'commander';
import { aCount, aNumber } from './input.ts';
import { presetNames, type PresetName } from '#shared/masters/presets.ts';
import { eachChoices, exportFormats as formats } from '#shared/masters/export-order.ts';
import { exportProject, type ExportOptions } from './project-export.ts';
import { showCast, type CastOptions } from './project-cast.ts';
import { pronounce, type PronounceOptions } from './project-pronounce.ts';
import { generateProject, type GenerateOptions } from './project-generate.ts';
import { importProject, type ImportOptions } from './project-import.ts';
import { replaceInProject, type ReplaceOptions } from './project-replace.ts';
import { repairInProject, type RepairOptions } from './project-repair.ts';
import { recordProject, type RecordOptions } from './project-record.ts';
import { setInProject, type SetOptions } from './project-set.ts';
import { proofProject } from './project-proof.ts';
import { listWords } from './project-words.ts';
import { showProject } from './project-show.ts';
import type { Runner } from './run.ts';
import { messages } from '#shared/messages/index.ts';

/** `project`: what a script does with the file of a project, by the library of the studio. */
export function projectCommands(program: Command, run: Runner): void {
  const project = program.command('project').description(messages.cli.projects.projectCommand);
  /** A command that is given the file of a project. */
  const onProject = (name: string, description: string): Command =>
    project.command(name).description(description).argument('<file>', messages.cli.projects.fileArgument);
  project
    .command('import')
    .description(messages.cli.projects.importCommand)
    .argument('<source...>', messages.cli.projects.sourceArgument)
    .requiredOption('--project <file>', messages.cli.projects.projectOption)
    .option('--voice <id>', messages.cli.projects.voiceOption)
    .option('--language <language>', messages.cli.projects.languageOption)
    .option('--cast <name=id>', messages.cli.projects.castOption, collect)
    .option('--add', messages.cli.projects.addOption)
    .option('--update', messages.cli.projects.updateOption)
    .option('--take-manuscript', messages.cli.projects.takeManuscriptOption)
    .option('--speak-titles', messages.cli.projects.speakTitlesOption)
    .option('--split-speech', messages.cli.projects.splitSpeechOption)
    .option('--all', messages.cli.projects.allOption)
    .addOption(dryRunOption())
    .action(run.action<ImportOptions>((work, options, sources) => importProject(work, sources, options)));
  onProject('show', messages.cli.projects.showCommand).action(run.action((work, _options, [file = '']) => showProject(work, file)));
  onProject('cast', messages.cli.projects.castCommand)
    .option('--assign <name=id>', messages.cli.projects.assignOption, collect)
    .action(run.action<CastOptions>((work, options, [file = '']) => showCast(work, file, options)));
  onProject('pronounce', messages.cli.projects.pronounceCommand)
    .option('--add <written=spoken>', messages.cli.projects.addPronunciationOption, collect)
    .option('--remove <written>', messages.cli.projects.removeOption, collect)
    .option('--import <csv>', messages.cli.projects.importCsvOption)
    .option('--export <csv>', messages.cli.projects.exportCsvOption)
    .addOption(dryRunOption())
    .action(run.action<PronounceOptions>((work, options, [file = '']) => pronounce(work, file, options)));
  onProject('set', messages.cli.projects.setCommand)
    .addOption(chapterOption())
    .option('--block <id>', messages.cli.projects.blockOption)
    .option('--voice <id>', messages.cli.projects.setVoiceOption)
    .option('--model <id>', messages.cli.projects.setModelOption)
    .option('--pause <milliseconds>', messages.cli.projects.pauseOption, aNumber)
    .option('--gain <decibels>', messages.cli.projects.gainOption, aNumber)
    .option('--trim-start <milliseconds>', messages.cli.projects.trimStartOption, aNumber)
    .option('--trim-end <milliseconds>', messages.cli.projects.trimEndOption, aNumber)
    .option('--crossfade <milliseconds>', messages.cli.projects.crossfadeOption, aNumber)
    .action(run.action<SetOptions>((work, options, [file = '']) => setInProject(work, file, options)));
  onProject('record', messages.cli.projects.recordCommand)
    .requiredOption('--audio <path>', messages.cli.projects.recordAudioOption)
    .addOption(chapterOption())
    .option('--block <id>', messages.cli.projects.blockOption)
    .option('--language <code>', messages.cli.words.languageOption)
    .action(run.action<RecordOptions>((work, options, [file = '']) => recordProject(work, file, options)));
  onProject('generate', messages.cli.generate.generateCommand)
    .addOption(chapterOption())
    .option('--max-credits <number>', messages.cli.generate.maxCreditsOption, credits)
    .action(run.action<GenerateOptions>((work, options, [file = '']) => generateProject(work, file, options)));
  onProject('repair', messages.cli.projects.repairCommand)
    .requiredOption('--block <id>', messages.cli.projects.repairBlockOption)
    .option('--from <index>', messages.cli.projects.fromOption, aNumber)
    .option('--to <index>', messages.cli.projects.toOption, aNumber)
    .option('--text <text>', messages.cli.projects.repairTextOption)
    .option('--max-credits <number>', messages.cli.generate.maxCreditsOption, credits)
    .addOption(dryRunOption())
    .action(run.action<RepairOptions>((work, options, [file = '']) => repairInProject(work, file, options)));
  onProject('words', messages.cli.words.wordsCommand)
    .addOption(chapterOption())
    .action(run.action<{ chapter?: number }>((work, options, [file = '']) => listWords(work, file, options)));
  onProject('proof', messages.cli.words.proofCommand)
    .addOption(chapterOption())
    .action(run.action<{ chapter?: number }>((work, options, [file = '']) => proofProject(work, file, options)));
  onProject('export', messages.cli.projects.exportCommand)
    .requiredOption('--format <format>', formats.join(', '), parseFormat)
    .requiredOption('--out <path>', messages.cli.projects.outOption)
    .addOption(chapterOption())
    .option('--each <what>', messages.cli.projects.eachOption, parseEach)
    .option('--allow-missing', messages.cli.projects.allowMissingOption)
    .option('--preset <name>', messages.cli.masters.presetOption, parsePreset)
    .option('--timed-to <preset>', messages.cli.masters.timedToOption, parsePreset)
    .option('--title <text>', messages.cli.masters.titleOption)
    .option('--author <name>', messages.cli.masters.authorOption)
    .option('--narrator <name>', messages.cli.masters.narratorOption)
    .option('--cover <image>', messages.cli.masters.coverOption)
    .option('--opening-credits <number>', messages.cli.masters.openingOption, aCount)
    .option('--closing-credits <number>', messages.cli.masters.closingOption, aCount)
    .option('--sample <number>', messages.cli.masters.sampleOption, aCount)
    .option('--receipts', messages.cli.masters.receiptsOption)
    .action(run.action<ExportOptions>((work, options, [file = '']) => exportProject(work, file, options)));
  onProject('replace', messages.cli.projects.replaceCommand)
    .requiredOption('--find <text>', messages.cli.projects.findOption)
    .requiredOption('--with <text>', messages.cli.projects.withOption)
    .option('--regex', messages.cli.projects.regexOption)
    .option('--match-case', messages.cli.projects.matchCaseOption)
    .option('--whole-word', messages.cli.projects.wholeWordOption)
    .addOption(dryRunOption())
    .action(run.action<ReplaceOptions>((work, options, [file = '']) => replaceInProject(work, file, options)));
}

const chapterOption = (): Option => new Option('--chapter <number>', messages.cli.projects.chapterOption).argParser(aCount);
const dryRunOption = (): Option => new Option('--dry-run', messages.cli.projects.dryRunOption);

/** An option that may be given more than once. */
const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

function credits(text: string): number {
  const value = aNumber(text);
  if (value < 0) throw new InvalidArgumentError(messages.cli.generate.creditsNegative);
  return value;
}

function parseFormat(text: string): ExportOptions['format'] {
  const format = formats.find((one) => one === text);
  if (format === undefined) throw new InvalidArgumentError(messages.cli.projects.unknownFormat(formats.join(', ')));
  return format;
}

function parseEach(text: string): NonNullable<ExportOptions['each']> {
  const each = eachChoices.find((one) => one === text);
  if (each === undefined) throw new InvalidArgumentError(messages.cli.masters.unknownEach(eachChoices.join(', ')));
  return each;
}

function parsePreset(text: string): PresetName {
  const preset = presetNames.find((one) => one === text);
  if (preset === undefined) throw new InvalidArgumentError(messages.cli.masters.unknownPreset(presetNames.join(', ')));
  return preset;
}
