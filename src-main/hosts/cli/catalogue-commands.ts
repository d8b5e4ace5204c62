import type { Command } from 'commander';
import { profileUpdate } from '#shared/wire/profile.ts';
import { updateProfile, type ProfileFields } from '../../features/account/profile.ts';
import { usageError } from './output.ts';
import type { Runner } from './run.ts';

/** `profile` and `models`: reads, which retry, and the profile's update, which does not. */
export function catalogueCommands(program: Command, run: Runner): void {
  const profile = program.command('profile').description('the account');
  profile
    .command('get')
    .description('reads it')
    .action(
      run.action(async ({ session, output, signal }) => {
        const { fields: value } = await (await session()).client.profile(signal);
        await output.result(value, pairs(value));
      }),
    );
  profile
    .command('update')
    .description('changes it')
    .option('--webhook-url <url>', 'where the service reports to; empty for nowhere')
    .option('--field <name=value...>', 'a further field, where the service’s own document declares it')
    .action(
      run.action<{ webhookUrl?: string; field?: string[] }>(async ({ session, output, signal }, { webhookUrl, field = [] }) => {
        const fields: Record<string, string> = webhookUrl === undefined ? {} : { webhookUrl };
        for (const one of field) {
          const at = one.indexOf('=');
          if (at < 1) throw usageError(`--field takes NAME=VALUE; it was given "${one}".`, '--field');
          fields[one.slice(0, at)] = one.slice(at + 1);
        }
        if (Object.keys(fields).length === 0) throw usageError('There is nothing to change: give --webhook-url.', '--webhook-url');
        if (!profileUpdate.safeParse(fields).success)
          throw usageError('--webhook-url must be an address that begins with http:// or https://, or empty.', '--webhook-url');
        const { fields: value } = await updateProfile(await session(), fields satisfies ProfileFields, { signal });
        await output.result(value, pairs(value));
      }),
    );

  program
    .command('models')
    .description('the models of text to speech')
    .command('list')
    .description('lists them with what they can do')
    .action(
      run.action(async ({ session, output, signal }) => {
        const value = await (await session()).client.capabilities(signal);
        const lines = value.models.map(({ id, available, maxTextLength, outputFormats }) =>
          [id, available ? 'available' : 'not available', `${maxTextLength} characters`, outputFormats.join(' ')].join('\t'),
        );
        if (value.notUnderstood.length > 0) output.note(`Not understood, and not listed: ${value.notUnderstood.join(', ')}.`);
        await output.result(value, lines);
      }),
    );
}

/** A record for people: one field a line. */
export const pairs = (value: object): string[] =>
  Object.entries(value).map(([name, field]) => `${name}\t${typeof field === 'string' ? field : JSON.stringify(field)}`);
