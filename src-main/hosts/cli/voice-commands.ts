import { basename } from 'node:path';
import { Option, type Command } from 'commander';
import { consentMissing, consentStatements } from '#shared/clone/consent.ts';
import { fail, toFailure } from '#shared/failure.ts';
import { paidOperations } from '#shared/operations/paid.ts';
import { visibilities, type Visibility } from '#shared/wire/voices.ts';
import { checkRecording } from '../../features/voices/personal.ts';
import { readPages } from '../../service-client/reading/list.ts';
import { pairs } from './catalogue-commands.ts';
import { aCount, pageSize } from './input.ts';
import { cutShort, usageError } from './output.ts';
import { call, inputOf, printed, tracing } from './paid.ts';
import type { Runner } from './run.ts';

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
  const voices = program.command('voices').description('the voices');
  voices
    .command('list')
    .description('lists them, public and personal')
    .option('--page <number>', 'one page alone', aCount)
    .option('--page-size <number>', 'voices a page, 100 at most', pageSize, 100)
    .option('--search <text>', 'in the name')
    .option('--language <code>', 'those that speak it')
    .addOption(new Option('--personal', 'the account’s own alone').conflicts('public'))
    .option('--public', 'without the account’s own')
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
          output.note(
            totalPages === undefined
              ? cutShort(found.pages)
              : `There are ${totalPages} pages, and ${found.pages} were read: --max-pages reads more.`,
          );
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
    .description('one voice')
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
    .description('makes a voice of recordings; sent once, never again by itself')
    .requiredOption('--name <name>', 'of the new voice')
    .requiredOption('--audio <file...>', 'recordings, 10 MB each at most')
    .option('--description <text>')
    .option('--reference-text <text>', 'what is said in the recordings')
    .addOption(new Option('--visibility <who>', 'private (default) or public').choices([...visibilities]))
    .option('--language <code...>', 'that it speaks, the primary one first')
    .option('--consent', `required: ${consentStatements.private.replace('.', '')}; with --visibility public, also to make it public`)
    .action(
      run.action<CloneOptions>(async ({ session, output, signal }, { audio, language: languages, ...options }) => {
        if (options.consent !== true) throw usageError(`--consent is missing. ${consentMissing} Nothing was sent.`, '--consent');
        const files = audio.map((path) => ({ path, name: basename(path) }));
        const schema = paidOperations['voices.clone'].in.omit({ files: true });
        const order = { ...inputOf(schema, { ...options, languages }, { languages: '--language' }), files };
        for (const [index, file] of files.entries())
          await checkRecording(file, index).catch((thrown: unknown) => {
            throw usageError(`--audio: ${toFailure(thrown).message}`, '--audio');
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
    .description('deletes a voice of the account’s own; nothing is refunded')
    .argument('<voice>')
    .action(
      run.action(async ({ session, output, signal }, _options, [voiceId = '']) => {
        const input = inputOf(paidOperations['voices.delete'].in, { voiceId }, { voiceId: '<voice>' });
        const opened = await session();
        const { operation } = await tracing(opened, 'voice-delete', `voices get ${voiceId}`, () =>
          call(opened, 'voices.delete', input, signal),
        );
        if (operation === null) throw fail('not-found', `The service has no voice ${voiceId}: nothing was sent.`);
        await output.result({ voiceId, ...printed(opened, operation) }, [`${voiceId}\tdeleted`]);
      }),
    );
}
