import { idPattern } from '#shared/ids.ts';
import { messages } from '#shared/messages/index.ts';
import { mostNamed } from '#shared/operations/paid.ts';
import type { RecentProject } from '#shared/operations/project.ts';
import { plainText } from '#shared/plain-text.ts';
import type { Marks } from '../voices/voice-search.ts';

interface VoiceNames {
  marks: Marks;
  /** By the id of a voice, as the services list them. */
  voiceNames: ReadonlyMap<string, string>;
}

interface ProjectTitles {
  recent: readonly RecentProject[];
  /** The one that is open. */
  open: { projectId: string | undefined; title: string | undefined };
}

/** What a voice is called in a row: by its person's name for it, else by a service's; undefined where none has listed it. */
export const voiceInRow = (voiceId: string, { marks, voiceNames }: VoiceNames): string | undefined =>
  marks[voiceId]?.alias ?? voiceNames.get(voiceId);

/** What a project is called in a row: one that was not open here lately is known by the start of its id. */
export const projectInRow = (projectId: string, { recent, open }: ProjectTitles): string =>
  (projectId === open.projectId ? open.title : recent.find((one) => one.projectId === projectId)?.title) ??
  messages.jobs.projectName(projectId.slice(0, 6));

/** Voices and projects whose names have the text of a search. */
export interface Named {
  voiceIds: readonly string[];
  projectIds: readonly string[];
}

export const noneNamed: Named = { voiceIds: [], projectIds: [] };

/** Finds them among what the rows may name, without case and accents. `projectIds`: those that the ledger has. */
export function findNamed(text: string, names: VoiceNames & ProjectTitles & { projectIds: readonly string[] }): Named {
  const wanted = plainText(text.trim());
  if (wanted === '') return noneNamed;
  const { marks, voiceNames, recent, open } = names;
  const has = (name: string | undefined): boolean => name !== undefined && plainText(name).includes(wanted);
  // Those that a person used or noted something of come first: where there are too many, they are the likeliest to have jobs.
  const voiceIds = new Set([...Object.keys(marks), ...voiceNames.keys()]);
  const projectIds = new Set([open.projectId ?? [], ...recent.map(({ projectId }) => projectId ?? []), ...names.projectIds].flat());
  return {
    voiceIds: [...voiceIds].filter((id) => id !== '' && id.length <= 200 && has(voiceInRow(id, names))).slice(0, mostNamed),
    projectIds: [...projectIds].filter((id) => idPattern.test(id) && has(projectInRow(id, names))).slice(0, mostNamed),
  };
}
