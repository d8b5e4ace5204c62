import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { fail } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';
import { addedLimits, type AddedModel, type AddModelRequest } from '#shared/wire/added-models.ts';
import { addLocalVoice, withoutCharge } from '../../features/local-voices/service.ts';
import { usageError } from './output.ts';
import type { Runner } from './run.ts';

type Given = AddModelRequest['files'];

/** `voices local`: voices of the person's own in the local service, which the studio has too. */
export function localVoiceCommands(voices: Command, run: Runner): void {
  const local = voices.command('local').description(messages.cli.localVoices.localCommand);
  local
    .command('list')
    .description(messages.cli.localVoices.listCommand)
    .action(
      run.action(async ({ session, output, signal }) => {
        const { models, package: needed } = await (await session()).localVoices().list(signal);
        if (needed.version === null)
          output.note(
            messages.cli.localVoices.packageMissing(needed.name, messages.localVoices.installCommand(needed.name, needed.folder)),
          );
        await output.result({ items: models, package: needed }, models.map(lineOf));
      }),
    );
  local
    .command('add')
    .description(messages.cli.localVoices.addCommand)
    .argument('<path...>', messages.cli.localVoices.addArgument)
    .action(
      run.action(async ({ session, output, signal }, _options, paths) => {
        const request = await readPaths(paths);
        const added = await addLocalVoice((await session()).localVoices(), request, signal);
        await output.result(added, [lineOf(added)]);
      }),
    );
  local
    .command('remove')
    .description(messages.cli.localVoices.removeCommand)
    .argument('<voice>', messages.cli.localVoices.voiceArgument)
    .action(
      run.action(async ({ session, output, signal }, _options, [wanted = '']) => {
        const resource = (await session()).localVoices();
        const { models } = await resource.list(signal);
        const found = models.filter(({ id, name }) => id === wanted || name === wanted);
        const [model] = found;
        if (model === undefined || found.length > 1)
          throw fail('not-found', message('cli.localVoices.notFound', wanted), { charged: 'no' });
        await withoutCharge(() => resource.remove(model.id));
        await output.result({ id: model.id, name: model.name }, [`${model.id}\tremoved`]);
      }),
    );
}

const lineOf = ({ id, name, kind, languages, voices }: AddedModel): string => [id, name, kind, languages.join(' '), voices].join('\t');

/** A folder, or files that lie beside each other. Fails where one cannot be read, and with more files than a model has. */
async function readPaths(paths: readonly string[]): Promise<AddModelRequest> {
  const files: Given = [];
  for (const path of paths.map((one) => resolve(one))) {
    const found = await stat(path).catch(() => {
      throw usageError(message('localVoices.unreadable', path), '<path>');
    });
    files.push(...(found.isDirectory() ? await filesIn(path) : [{ name: basename(path), path }]));
    if (files.length > addedLimits.files) throw usageError(message('localVoices.tooManyFiles', addedLimits.files), '<path>');
  }
  const [first = ''] = paths;
  const voice = files.find(({ name }) => /\.flitevox$/iu.test(name));
  if (files.length === 0) throw usageError(message('localVoices.unknown', basename(resolve(first))), '<path>');
  return { name: voice?.name ?? basename(resolve(first)), files };
}

async function filesIn(folder: string): Promise<Given> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ name: [basename(folder), ...relative(folder, path).split(sep)].join('/'), path }));
}
