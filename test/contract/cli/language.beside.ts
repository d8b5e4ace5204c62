import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { german } from '#shared/messages/de/index.ts';
import { english } from '#shared/messages/en/index.ts';
import { start, valueOf, type Ended } from './command-line.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-language-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (env: Record<string, string>, ...args: string[]): Promise<Ended> =>
  start(args, { profile: join(folder, 'profile'), env: { VOICEWRIGHT_LANGUAGE: '', LC_ALL: '', LC_MESSAGES: '', LANG: 'C', ...env } })
    .ended;
const inGerman = { VOICEWRIGHT_LANGUAGE: 'de' };

describe('the language of the command line', () => {
  it('is English where the system says nothing else', async () => {
    const { stdout } = await run({}, 'project', 'show', '--help');
    expect(stdout.toString()).toContain(english.cli.projects.fileArgument);
  });

  it('follows the locale of the system, and VOICEWRIGHT_LANGUAGE before it', async () => {
    const bySystem = await run({ LANG: 'de_AT.UTF-8' }, 'project', 'show', '--help');
    expect(bySystem.stdout.toString()).toContain(german.cli.projects.fileArgument);
    for (const heading of [german.cli.main.help.usage, german.cli.main.help.options, german.cli.main.help.globalOptions])
      expect(bySystem.stdout.toString()).toContain(heading);
    expect(bySystem.stdout.toString()).not.toMatch(/usage|options|arguments/iu);
    const byName = await run({ LANG: 'de_AT.UTF-8', VOICEWRIGHT_LANGUAGE: 'en' }, 'project', 'show', '--help');
    expect(byName.stdout.toString()).toContain(english.cli.projects.fileArgument);
  });

  it('changes what a failure says to people, and neither its JSON nor its exit code', async () => {
    const missing = join(folder, 'missing.voicewright');
    const [one, other] = [await run({}, 'project', 'show', missing, '--json'), await run(inGerman, 'project', 'show', missing, '--json')];
    expect(one.code).toBeGreaterThan(0);
    expect(other.code).toBe(one.code);
    expect(valueOf(other)).toEqual(valueOf(one));
    expect(one.stderr).toContain(english.cli.failures.notCharged);
    expect(other.stderr).toContain(german.cli.failures.notCharged);
  });

  it('changes the warnings of an import for people, and not in JSON', async () => {
    const book = join(folder, 'book.md');
    writeFileSync(book, '# One\n\nIt rains.\n');
    const assign = [
      'project',
      'import',
      book,
      '--project',
      join(folder, 'book.voicewright'),
      '--cast',
      'Ada=voice-1',
      '--dry-run',
      '--json',
    ];
    const [one, other] = [await run({}, ...assign), await run(inGerman, ...assign)];
    expect(valueOf(one)).toMatchObject({ warnings: [english.cli.projects.speaksNoBlock('Ada')] });
    expect(valueOf(other)).toEqual(valueOf(one));
    expect(other.stderr).toContain(german.cli.projects.speaksNoBlock('Ada'));
  });
});
