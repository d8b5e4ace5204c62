import { addedVariant } from '../sound/flite/flite-voices.ts';
import { engineLanguagesOf, modelIdsOf, stableId, type LocalVoice } from '../voices/catalogue.ts';
import { type KeptModel } from './kept-model.ts';

const prefix = 'model-';

/** What a variant of a voice of a model stands for; undefined for any other. */
export function findModelVoice(variant: string | undefined): { id: string; number: number } | undefined {
  const [, id, number] = /^model-([0-9a-f-]{36})-(\d+)$/u.exec(variant ?? '') ?? [];
  return id === undefined ? undefined : { id, number: Number(number) };
}

/** The voices of an added model, as the catalogue has them. The first one has the id of the model. */
export function voicesOf({ model, flite, spoken }: KeptModel): LocalVoice[] {
  // A voice whose melody is as it was recorded, or as its model makes it, has no use for `stability`: its family does not declare it.
  if (flite !== undefined) return [voice(model, model.id, model.name, addedVariant(model.id), flite.fixed === true)];
  return (spoken?.speakers ?? []).map(({ number, name }) =>
    voice(model, number === 0 ? model.id : stableId(`${model.id} ${number}`), name, `${prefix}${model.id}-${number}`, true),
  );
}

function voice({ languages, addedAt }: KeptModel['model'], voiceId: string, name: string, variant: string, isFixed: boolean): LocalVoice {
  const primaryLanguage = languages[0] ?? 'en-US';
  const engineLanguages = engineLanguagesOf(languages);
  const family = isFixed ? 'delta' : 'alpha';
  return {
    voiceId,
    name,
    isPersonal: false,
    primaryLanguage,
    languages,
    modelIds: modelIdsOf(family),
    family,
    description: 'Added on this computer',
    engine: { name: `${engineLanguages[primaryLanguage] ?? 'en-us'}+${variant}`, rate: 165, pitch: 50, range: 50 },
    engineLanguages,
    variant,
    createdAt: addedAt,
    updatedAt: addedAt,
  };
}
