import { findCharacter, type Character } from './cast.ts';
import type { Outline } from './outline.ts';
import { comparePronunciations, pronunciationKey, type Pronunciation } from './pronunciation.ts';

/** How two states of a project differ beside their blocks: the narrator's voice, the cast, the pronunciations and the names of chapters. Pure. */

interface ProjectSettings {
  voiceId: string | null;
  modelId: string | null;
  /** Absent in a version from before there were any: restoring it leaves those of the project, and so nothing of them differs. */
  cast?: readonly Character[] | undefined;
  pronunciations?: readonly Pronunciation[] | undefined;
  chapters: Outline;
}

/** `before` and `after`: of a voice or a model, its id; of anything else, the text that people read; `null` where there is none. */
export interface SettingChange {
  kind: 'chapterTitle' | 'voice' | 'model' | 'character' | 'characterVoice' | 'characterModel' | 'characterSettings' | 'pronunciation';
  /** Whose voice, model or settings they are; of a pronunciation, what is written. */
  of: string | undefined;
  before: string | null;
  after: string | null;
}

/** What differs, in the order: chapters, narrator, cast, pronunciations. */
export function compareSettings(before: ProjectSettings, after: ProjectSettings): SettingChange[] {
  return [
    ...compareTitles(before.chapters, after.chapters),
    ...differing('voice', undefined, before.voiceId, after.voiceId),
    ...differing('model', undefined, before.modelId, after.modelId),
    ...(before.cast && after.cast ? compareCast(before.cast, after.cast) : []),
    ...(before.pronunciations && after.pronunciations ? compareTables(before.pronunciations, after.pronunciations) : []),
  ];
}

function differing(kind: SettingChange['kind'], of: string | undefined, before: string | null, after: string | null): SettingChange[] {
  return before === after ? [] : [{ kind, of, before, after }];
}

/** Chapters that came or went show by their blocks. */
function compareTitles(before: Outline, after: Outline): SettingChange[] {
  const titles = new Map(before.map(({ id, title }) => [id, title]));
  return after.flatMap(({ id, title }) => differing('chapterTitle', undefined, titles.get(id) ?? title, title));
}

function compareCast(before: readonly Character[], after: readonly Character[]): SettingChange[] {
  const gone = before.filter(({ id }) => !findCharacter(after, id));
  return [
    ...after.flatMap((now): SettingChange[] => {
      const old = findCharacter(before, now.id);
      if (!old) return [{ kind: 'character', of: undefined, before: null, after: now.name }];
      const [was, is] = [old, now].map(({ controls, colour }) => JSON.stringify([Object.entries(controls).toSorted(), colour]));
      return [
        ...differing('character', undefined, old.name, now.name),
        ...differing('characterVoice', now.name, old.voiceId, now.voiceId),
        ...differing('characterModel', now.name, old.modelId, now.modelId),
        ...(was === is ? [] : [{ kind: 'characterSettings', of: now.name, before: null, after: null } as const]),
      ];
    }),
    ...gone.map(({ name }): SettingChange => ({ kind: 'character', of: undefined, before: name, after: null })),
  ];
}

function compareTables(before: readonly Pronunciation[], after: readonly Pronunciation[]): SettingChange[] {
  const { before: went, after: came } = comparePronunciations(before, after);
  const replaced = new Map(went.map((entry) => [pronunciationKey(entry), entry]));
  const changes = came.map((entry): SettingChange => {
    const key = pronunciationKey(entry);
    const old = replaced.get(key);
    replaced.delete(key);
    return { kind: 'pronunciation', of: entry.written, before: old?.spoken ?? null, after: entry.spoken };
  });
  return [
    ...changes,
    ...[...replaced.values()].map(({ written, spoken }): SettingChange => ({
      kind: 'pronunciation',
      of: written,
      before: spoken,
      after: null,
    })),
  ];
}
