import { InvalidArgumentError, type Command } from 'commander';
import { exportFormats } from '#shared/operations/speech.ts';
import { aCount } from './input.ts';
import { exportProject, type ExportOptions } from './project-export.ts';
import { showProject } from './project-show.ts';
import type { Runner } from './run.ts';

/** `project`: what a script does with the file of a project, by the library of the studio. */
export function projectCommands(program: Command, run: Runner): void {
  const project = program
    .command('project')
    .description('reads and exports the file of a project, which no window may have open meanwhile');
  project
    .command('show')
    .description('the chapters and blocks, and which of them have sound; needs no service')
    .argument('<file>', 'the project, a .voicewright file')
    .action(run.action((work, _options, [file = '']) => showProject(work, file)));
  project
    .command('export')
    .description('writes chapters as sound or captions; needs no service')
    .argument('<file>', 'the project, a .voicewright file')
    .requiredOption('--format <format>', exportFormats.join(', '), parseFormat)
    .requiredOption('--out <path>', 'the file, with the ending of the format; with --each a folder, made when missing')
    .option('--chapter <number>', 'this chapter alone, from 1; else all chapters', aCount)
    .option('--each <what>', 'chapter: a file for each chapter', parseEach)
    .option('--allow-missing', 'exports although blocks have no sound, and leaves them out')
    .option('--preset <name>', 'none: level and length stay as they are', parsePreset)
    .action(run.action<ExportOptions>((work, options, [file = '']) => exportProject(work, file, options)));
}

function parseFormat(text: string): ExportOptions['format'] {
  const format = exportFormats.find((one) => one === text);
  if (format === undefined) throw new InvalidArgumentError(`The formats are ${exportFormats.join(', ')}.`);
  return format;
}

function parseEach(text: string): 'chapter' {
  if (text !== 'chapter') throw new InvalidArgumentError('Files can be made for each chapter only.');
  return text;
}

function parsePreset(text: string): 'none' {
  if (text !== 'none') throw new InvalidArgumentError('There are no presets yet: leave it out, or name none.');
  return text;
}
