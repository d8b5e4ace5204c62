import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addedLimits, type AddModelRequest } from '#shared/wire/added-models.ts';
import { type ModelHost } from '../models/model-host.ts';
import { type ModelOrder } from '../models/model-order.ts';
import { stableId } from '../voices/catalogue.ts';
import { baseName, copyInto, licenceOf, totalBytes, withoutCommonFolder } from './given-files.ts';
import { modelFolder, type Copied, type SpokenModel } from './kept-model.ts';
import { languageOfModel, namedLanguage, trialText } from './model-language.ts';
import { readModelFolder, type ModelFolder } from './model-folder.ts';
import { addMetadata } from './piper.ts';
import { Refused } from './refused.ts';
import { digestOfFiles } from './digest.ts';
import { failedTrial } from './failed-trial.ts';
import { gainFor } from './trial-loudness.ts';

const tokensFile = 'tokens.txt';

interface Place {
  /** Where the copy goes. */
  folder: string;
  host: ModelHost;
  /** Parts as whole paths, with the pronunciations that the model lacks. */
  complete: (folder: string, model: Pick<SpokenModel, 'kind' | 'parts' | 'needsEspeak'>) => Promise<ModelOrder>;
}

/** Copies the files of a model folder, and lets it speak. Throws {@link Refused}; before anything is copied where that can be seen. */
export async function copyModel({ name, files }: AddModelRequest, { folder, host, complete }: Place): Promise<Copied> {
  const found = await readModelFolder(files);
  const { name: packageName, version } = host.findPackage();
  if (version === null) throw new Refused('no-package', packageName);
  const language = languageOfModel(found.metadata);
  if (language === undefined) throw new Refused('language', namedLanguage(found.metadata));
  const bytes = await totalBytes(found.files);
  const to = join(folder, modelFolder);
  await copyFiles(found, to);
  const model = { ...describe(found), gain: 0 };
  const order = await complete(folder, model);
  const file = found.parts.model ?? '';
  const sound = await host.ask({ order, text: trialText(language), speaker: 0, speed: 1 }).catch(failedTrial(file));
  const gain = gainFor(sound.samples);
  if (gain === undefined) throw new Refused('damaged', file);
  const called = nameOf(file, name);
  return {
    id: stableId(`added ${await digestOf(to, model)}`),
    kind: found.kind,
    name: called,
    languages: [language],
    bytes,
    licence: await licenceOf(withoutCommonFolder(files)),
    spoken: { ...model, gain, speakers: speakersOf(found, sound.speakers, called) },
  };
}

async function copyFiles({ files, parts, piper }: ModelFolder, to: string): Promise<void> {
  await copyInto(files, to);
  if (piper === undefined) return;
  await addMetadata(join(to, parts.model ?? ''), piper);
  await writeFile(join(to, tokensFile), piper.tokens, { flush: true });
}

function describe({ kind, parts, needsEspeak, piper }: ModelFolder): Pick<SpokenModel, 'kind' | 'parts' | 'needsEspeak'> {
  const all = piper === undefined ? parts : { ...parts, tokens: tokensFile };
  return { kind: kind === 'kokoro' ? 'kokoro' : 'vits', parts: all, needsEspeak };
}

/** Of the content of a model: added again, its voices are the same to every project. */
const digestOf = (folder: string, { parts }: Pick<SpokenModel, 'parts'>): Promise<string> =>
  digestOfFiles([parts.model, parts.voices, parts.tokens].flatMap((part) => (part === undefined ? [] : [join(folder, part)])));

/** `en_US-lessac-medium.onnx` is "Lessac medium"; a `model.onnx` is called as its folder. */
function nameOf(file: string, folder: string): string {
  const stem = (name: string): string => name.replace(/\.(?:onnx(?:\.json)?|zip)$/iu, '');
  const own = stem(baseName(file));
  const chosen = /^model(?:[._-]|$)/iu.test(own) ? stem(baseName(folder)) : own;
  const words = chosen
    .replace(/^vits-/iu, '')
    .replace(/^piper-/iu, '')
    .replace(/^[a-z]{2,3}_[A-Z]{2}-/u, '')
    .replaceAll(/[-_]+/gu, ' ')
    .trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}` || folder;
}

function speakersOf({ metadata }: ModelFolder, count: number, name: string): SpokenModel['speakers'] {
  const names = (metadata.get('speaker_names') ?? '').split(',').map((one) => one.trim());
  return Array.from({ length: Math.min(count, addedLimits.voices) }, (_, number) => ({
    number,
    name: count === 1 ? name : `${name} ${names[number] || String(number + 1)}`,
  }));
}
