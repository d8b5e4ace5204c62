import { readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { addedModelsPath, addModelAnswer, type AddedModel, type AddModelAnswer } from '#shared/wire/added-models.ts';
import type { LocalService } from './local-service.ts';

/** The files of a folder as a drop of it names them, in the order of their names. */
export const filesOf = (folder: string): { name: string; path: string }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ name: [basename(folder), ...relative(folder, path).split(sep)].join('/'), path }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));

/** Adds all files of a folder to the local service. */
export async function addFolder({ baseUrl, apiKey }: LocalService, folder: string): Promise<AddModelAnswer> {
  const response = await fetch(`${baseUrl}${addedModelsPath}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: basename(folder), files: filesOf(folder) }),
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`);
  return addModelAnswer.parse(await response.json());
}

export function addedOf(answer: AddModelAnswer): AddedModel {
  if ('refused' in answer) throw new Error(`It was refused: ${JSON.stringify(answer.refused)}`);
  return answer.added;
}
