import { basename } from 'node:path';
import { Option, type Command } from 'commander';
import { consentStatements } from '#shared/clone/consent.ts';
import { fail, toFailure, readText } from '#shared/failure.ts';
import { paidOperations } from '#shared/operations/paid.ts';
import { visibilities, type Visibility } from '#shared/wire/voices.ts';
import { checkRecording } from '../../features/voices/personal.ts';
import { readPages } from '../../service-client/reading/list.ts';
import { pairs } from './catalogue-commands.ts';
import { aCount, pageSize } from './input.ts';
import { localVoiceCommands } from './local-voice-commands.ts';
import { cutShort, usageError } from './output.ts';
import { call, readInput, printed, tracing } from './paid.ts';
import type { Runner } from './run.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

interface ListOptions {
  page?: number;
  pageSize: number;
  search?: string;
  language?: string;
  personal?: true;
  public?: true;
}
interface CloneOptions {
  name: string;
  audio: string[];
  description?: string;
  referenceText?: string;
  visibility?: Visibility;
  language?: string[];
  consent?: true;
}

/** `voices`: the list and one of it, which are read again by themselves; cloning and deleting, which are sent once. */
export function voiceCommands(program: Command, run: Runner): void {
  const voices = program.command('voices').description(messages.cli.voices.voicesCommand);
  voices
    .command('list')
    .description(messages.cli.voices.listCommand)
    .option('--page <number>', messages.cli.options.onePage, aCount)
    .option('--page-size <number>', messages.cli.voices.pageSizeOption, pageSize, 100)
    .option('--search <text>', messages.cli.voices.searchOption)
    .option('--language <code>', messages.cli.voices.speaksOption)
    .addOption(new Option('--personal', messages.cli.voices.personalOption).conflicts('public'))
    .option('--public', messages.cli.voices.publicOption)
    .action(
      run.action<ListOptions>(async ({ session, output, signal, common }, options) => {
        const { client } = await session();
        const query = {
          pageSize: options.pageSize,
          includePersonal: options.public !== true,
          ...(options.search !== undefined && { search: options.search }),
        };
        const found = await readPages(
          (page) => client.voicePage({ ...query, page }, signal),
          ({ voiceId }) => voiceId,
          {
            from: options.page ?? 1,
            most: options.page === undefined ? common.maxPages : 1,
          },
        );
        const { totalPages } = found.first;
        if (options.page === undefined && found.isCut)
          output.note(totalPages === undefined ? cutShort(found.pages) : messages.cli.voices.morePages(totalPages, found.pages));
        const speaks = (languages: readonly string[]): boolean =>
          options.language === undefined || languages.some((one) => one.toLowerCase().startsWith(options.language?.toLowerCase() ?? ''));
        const items = found.items.filter(
          (voice) => speaks([voice.primaryLanguage, ...voice.languages]) && (options.personal !== true || voice.isPersonal),
        );
        const value = { total: items.length, ...(options.page !== undefined && { page: options.page }), totalPages, items };
        const lines = items.map(({ voiceId, name, primaryLanguage, isPersonal }) =>
          [voiceId, name, primaryLanguage, isPersonal ? 'personal' : 'public'].join('\t'),
        );
        await output.result(value, lines);
      }),
    );
  voices
    .command('get')
    .description(messages.cli.voices.getCommand)
    .argument('<voice>')
    .action(
      run.action(async ({ session, output, signal }, _options, [voiceId = '']) => {
        const { fields } = await (await session()).client.voice(voiceId, signal);
        const value = { ...fields, voiceId };
        await output.result(value, pairs(value));
      }),
    );
  voices
    .command('clone')
    .description(messages.cli.voices.cloneCommand)
    .requiredOption('--name <name>', messages.cli.options.nameOfVoice)
    .requiredOption('--audio <file...>', messages.cli.voices.audioOption)
    .option('--description <text>')
    .option('--reference-text <text>', messages.cli.voices.referenceTextOption)
    .addOption(new Option('--visibility <who>', messages.cli.options.visibility).choices([...visibilities]))
    .option('--language <code...>', messages.cli.voices.languageOption)
    .option('--consent', messages.cli.voices.consentOption(consentStatements.private.replace('.', '')))
    .action(
      run.action<CloneOptions>(async ({ session, output, signal }, { audio, language: languages, ...options }) => {
        if (options.consent !== true) throw usageError(message('cli.voices.consentMissing', message('clone.consentMissing')), '--consent');
        const files = audio.map((path) => ({ path, name: basename(path) }));
        const schema = paidOperations['voices.clone'].in.omit({ files: true });
        const order = {
          ...readInput(schema, { ...options, languages }, { languages: '--language' }),
          consent: 'confirmed' as const,
          files,
        };
        for (const [index, file] of files.entries())
          await checkRecording(file, index).catch((thrown: unknown) => {
            throw usageError(message('cli.voices.audioInvalid', readText(toFailure(thrown))), '--audio');
          });
        const opened = await session();
        const bought = await tracing(opened, 'voice-create', `voices list --personal --search "${order.name}"`, () =>
          opened.paid().work.clone(order, signal),
        );
        const operation = opened.paid().work.coordinator.shown(bought.entry);
        await output.result({ voiceId: bought.value, ...printed(opened, operation) }, [[bought.value, order.name].join('\t')]);
      }),
    );
  voices
    .command('delete')
    .description(messages.cli.voices.deleteCommand)
    .argument('<voice>')
    .action(
      run.action(async ({ session, output, signal }, _options, [voiceId = '']) => {
        const input = readInput(paidOperations['voices.delete'].in, { voiceId }, { voiceId: '<voice>' });
        const opened = await session();
        const { operation } = await tracing(opened, 'voice-delete', `voices get ${voiceId}`, () =>
          call(opened, 'voices.delete', input, signal),
        );
        if (operation === null) throw fail('not-found', message('cli.voices.notFound', voiceId));
        await output.result({ voiceId, ...printed(opened, operation) }, [`${voiceId}\tdeleted`]);
      }),
    );
  localVoiceCommands(voices, run);
}
