import type { Command } from 'commander';
import { profileUpdate } from '#shared/wire/profile.ts';
import { updateProfile, type ProfileFields } from '../../features/account/profile.ts';
import { usageError } from './output.ts';
import type { Runner } from './run.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** `profile` and `models`: reads, which retry, and the profile's update, which does not. */
export function catalogueCommands(program: Command, run: Runner): void {
  const profile = program.command('profile').description(messages.cli.account.profileCommand);
  profile
    .command('get')
    .description(messages.cli.account.getCommand)
    .action(
      run.action(async ({ session, output, signal }) => {
        const { fields: value } = await (await session()).client.profile(signal);
        await output.result(value, pairs(value));
      }),
    );
  profile
    .command('update')
    .description(messages.cli.account.updateCommand)
    .option('--webhook-url <url>', messages.cli.account.webhookUrlOption)
    .option('--field <name=value...>', messages.cli.account.fieldOption)
    .action(
      run.action<{ webhookUrl?: string; field?: string[] }>(async ({ session, output, signal }, { webhookUrl, field = [] }) => {
        const fields: Record<string, string> = webhookUrl === undefined ? {} : { webhookUrl };
        for (const one of field) {
          const at = one.indexOf('=');
          if (at < 1) throw usageError(message('cli.account.fieldNeedsNameAndValue', one), '--field');
          fields[one.slice(0, at)] = one.slice(at + 1);
        }
        if (Object.keys(fields).length === 0) throw usageError(message('cli.account.nothingToChange'), '--webhook-url');
        if (!profileUpdate.safeParse(fields).success) throw usageError(message('cli.account.webhookNeedsHttpAddress'), '--webhook-url');
        const { fields: value } = await updateProfile(await session(), fields satisfies ProfileFields, { signal });
        await output.result(value, pairs(value));
      }),
    );

  program
    .command('models')
    .description(messages.cli.account.modelsCommand)
    .command('list')
    .description(messages.cli.account.listModelsCommand)
    .action(
      run.action(async ({ session, output, signal }) => {
        const value = await (await session()).client.capabilities(signal);
        const lines = value.models.map(({ id, available, maxTextLength, outputFormats }) =>
          [
            id,
            available ? 'available' : messages.cli.output.notAvailable,
            messages.cli.output.characters(maxTextLength),
            outputFormats.join(' '),
          ].join('\t'),
        );
        if (value.notUnderstood.length > 0) output.note(messages.cli.output.notListed(value.notUnderstood.join(', ')));
        await output.result(value, lines);
      }),
    );
}

/** A record for people: one field a line. */
export const pairs = (value: object): string[] =>
  Object.entries(value).map(([name, field]) => `${name}\t${typeof field === 'string' ? field : JSON.stringify(field)}`);
