import type { Command } from 'commander';
import { updateProfile, type ProfileFields } from '../profile.ts';
import { usageError } from './output.ts';
import type { Runner } from './run.ts';

/** `profile`, `models` and `voices`: reads, which retry, and the profile's update, which does not. */
export function catalogueCommands(program: Command, run: Runner): void {
  const profile = program.command('profile').description('the account');
  profile
    .command('get')
    .description('reads it')
    .action(
      run.action(async ({ session, output, signal }) => {
        const value = await (await session()).client.profile(signal);
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
        const value = await updateProfile(await session(), fields satisfies ProfileFields, { signal });
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
        await output.result(value, lines);
      }),
    );

  const voices = program.command('voices').description('the voices');
  voices
    .command('list')
    .description('lists them, public and personal')
    .option('--search <text>', 'in the name')
    .option('--language <code>', 'those that speak it')
    .action(
      run.action<{ search?: string; language?: string }>(async ({ session, output, signal, common }, { search, language }) => {
        const all = await (await session()).client.voices(signal, common.maxPages);
        const wanted = search?.toLowerCase() ?? '';
        const speaks = (languages: readonly string[]): boolean =>
          language === undefined || languages.some((one) => one.toLowerCase().startsWith(language.toLowerCase()));
        const items = all.filter(
          (voice) => voice.name.toLowerCase().includes(wanted) && speaks([voice.primaryLanguage, ...voice.languages]),
        );
        await output.result(
          { total: items.length, items },
          items.map(({ voiceId, name, primaryLanguage, isPersonal }) =>
            [voiceId, name, primaryLanguage, isPersonal ? 'personal' : 'public'].join('\t'),
          ),
        );
      }),
    );
  voices
    .command('get')
    .description('one voice')
    .argument('<voice>')
    .action(
      run.action(async ({ session, output, signal }, _options, [voiceId = '']) => {
        const value = await (await session()).client.voice(voiceId, signal);
        await output.result(value, pairs(value));
      }),
    );
}

/** A record for people: one field a line. */
export const pairs = (value: object): string[] =>
  Object.entries(value).map(([name, field]) => `${name}\t${typeof field === 'string' ? field : JSON.stringify(field)}`);
