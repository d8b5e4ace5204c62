import { Option, type Command } from 'commander';
import { paidOperations } from '#shared/operations/paid.ts';
import { visibilities, type Visibility } from '#shared/wire/voices.ts';
import { designProviders, type DesignProvider } from '#shared/wire/voice-designs.ts';
import { call, readInput, keptPath, printed, tracing, writeOut } from './paid.ts';
import type { Runner } from './run.ts';
import { checkOut } from './sound-file.ts';
import { messages } from '#shared/messages/index.ts';

interface CreateOptions {
  prompt: string;
  previewText: string;
  provider?: DesignProvider[];
}
interface SaveOptions {
  candidate: string;
  name: string;
  description?: string;
  visibility?: Visibility;
  language?: string;
}

/** `design`: a voice by description. Creating and saving are sent once; the same key and body are answered alike. */
export function designCommands(program: Command, run: Runner): void {
  const design = program.command('design').description(messages.cli.designs.designCommand);
  design
    .command('create')
    .description(messages.cli.designs.createCommand)
    .requiredOption('--prompt <text>', messages.cli.designs.promptOption)
    .requiredOption('--preview-text <text>', messages.cli.designs.previewTextOption)
    .addOption(new Option('--provider <name...>', messages.cli.designs.providerOption).choices([...designProviders]))
    .action(
      run.action<CreateOptions>(async ({ session, output, signal }, { provider: providers, ...options }) => {
        const input = readInput(paidOperations['designs.create'].in, { ...options, providers }, { providers: '--provider' });
        const opened = await session();
        output.progress(messages.cli.designs.makingPreviews);
        const made = await tracing(opened, 'design', '', () => call(opened, 'designs.create', input, signal));
        const candidates = made.candidates.map(({ candidateId, provider, preview }) => {
          const kept = preview === null ? {} : { preview: keptPath(opened, preview), contentType: preview.contentType };
          return { candidateId, provider, ...kept };
        });
        const value = { designId: made.designId, candidates, ...printed(opened, made.operation) };
        const lines = candidates.map(({ candidateId, provider, preview = '' }) =>
          [made.designId, candidateId, provider ?? '', preview].join('\t'),
        );
        await output.result(value, lines);
      }),
    );
  design
    .command('preview')
    .description(messages.cli.designs.previewCommand)
    .argument('<design>')
    .requiredOption('--candidate <id>', messages.cli.designs.candidateOption)
    .requiredOption('--out <file>', messages.cli.options.whereTo)
    .action(
      run.action<{ candidate: string; out: string }>(async (work, { candidate, out }, [designId = '']) => {
        await checkOut(out, work);
        const sound = await (await work.session()).client.designs.preview(designId, candidate, work.signal);
        const bytes = await writeOut(work, out, sound.body);
        const value = { designId, candidateId: candidate, out, contentType: sound.contentType, bytes };
        if (out !== '-') await work.output.result(value, [messages.cli.output.typeAndBytes(out, bytes)]);
      }),
    );
  design
    .command('save')
    .description(messages.cli.designs.saveCommand)
    .argument('<design>')
    .requiredOption('--candidate <id>', messages.cli.designs.candidateOption)
    .requiredOption('--name <name>', messages.cli.options.nameOfVoice)
    .option('--description <text>')
    .addOption(new Option('--visibility <who>', messages.cli.options.visibility).choices([...visibilities]))
    .option('--language <code>', messages.cli.designs.languageOption)
    .action(
      run.action<SaveOptions>(async ({ session, output, signal }, { candidate, ...options }, [designId = '']) => {
        const fields = { ...options, designId, candidateId: candidate };
        const input = readInput(paidOperations['designs.save'].in, fields, { candidateId: '--candidate', designId: '<design>' });
        const opened = await session();
        const saved = await tracing(opened, 'design-save', '', () => call(opened, 'designs.save', input, signal));
        await output.result({ voiceId: saved.voiceId, ...printed(opened, saved.operation) }, [[saved.voiceId, input.name].join('\t')]);
      }),
    );
}
