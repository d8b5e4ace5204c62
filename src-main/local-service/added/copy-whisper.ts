import { join } from 'node:path';
import { type AddModelRequest } from '#shared/wire/added-models.ts';
import { type ModelHost } from '../models/model-host.ts';
import { stableId } from '../voices/catalogue.ts';
import { digestOfFiles } from './digest.ts';
import { failedTrial } from './failed-trial.ts';
import { copyInto, licenceOf, totalBytes, withoutCommonFolder } from './given-files.ts';
import { modelFolder, type Copied } from './kept-model.ts';
import { Refused } from './refused.ts';
import { sayTrial } from './trial.ts';
import { readWhisperFolder } from './whisper-folder.ts';

/** Copies the files of a model of Whisper's, and lets it recognise a sentence. Throws {@link Refused}; before anything is copied where that can be seen. */
export async function copyWhisper({ name, files }: AddModelRequest, folder: string, host: ModelHost): Promise<Copied> {
  const found = await readWhisperFolder(files);
  const { name: packageName, version } = host.findPackage();
  if (version === null) throw new Refused('no-package', packageName);
  const bytes = await totalBytes(found.files);
  const to = join(folder, modelFolder);
  await copyInto(found.files, to);
  const { encoder, decoder, tokens } = found.parts;
  const paths = { encoder: join(to, encoder), decoder: join(to, decoder), tokens: join(to, tokens) };
  const question = { order: { kind: 'whisper', parts: paths }, ...(await sayTrial()), language: '' } as const;
  const { text } = await host.ask(question).catch(failedTrial(encoder));
  // The package gives no words where the decoder fails.
  if (text.trim() === '') throw new Refused('damaged', encoder);
  return {
    id: stableId(`added ${await digestOfFiles([paths.encoder, paths.decoder, paths.tokens])}`),
    kind: 'whisper',
    name: nameOf(found.size, name),
    languages: [...found.languages],
    bytes,
    licence: await licenceOf(withoutCommonFolder(files)),
    heard: { kind: 'whisper', parts: found.parts },
  };
}

/** `tiny.en-encoder.onnx` is "Whisper tiny.en"; an `encoder.onnx` is called as its folder. */
function nameOf(size: string, folder: string): string {
  const chosen = size === '' ? folder.replace(/\.onnx$/iu, '') : size;
  return `Whisper ${chosen.replace(/^(?:sherpa-onnx-)?(?:whisper[-_ ]?)?/iu, '')}`.trim();
}
