export const capabilitiesPath = '/api/open/v3/speech/tts/capabilities';

export const families = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta'] as const;
export type Family = (typeof families)[number];

/** Interface, "TTS model identifiers": the public ids, with their family, and the default of a family where one is named. */
export const modelIds: readonly { id: string; family: Family; default?: true }[] = [
  { id: 'alpha-s21pro', family: 'alpha' },
  { id: 'alpha-s21pro-flash', family: 'alpha', default: true },
  { id: 'alpha-s2pro', family: 'alpha' },
  { id: 'alpha-s1', family: 'alpha' },
  { id: 'alpha-s21pro-free', family: 'alpha' },
  { id: 'alpha-s21-flash', family: 'alpha' },
  { id: 'alpha-s2pro-enterprise', family: 'alpha' },
  { id: 'beta-2.8-turbo', family: 'beta', default: true },
  { id: 'beta-2.8-hd', family: 'beta' },
  { id: 'beta-2.6-turbo', family: 'beta' },
  { id: 'beta-2.6-hd', family: 'beta' },
  { id: 'gamma3-tts-flash', family: 'gamma', default: true },
  { id: 'gamma-audio-3.0-tts-plus', family: 'gamma' },
  { id: 'gamma-audio-3.0-tts-flash', family: 'gamma' },
  { id: 'delta-v3-flash', family: 'delta', default: true },
  { id: 'epsilon-tts-2.0', family: 'epsilon', default: true },
  { id: 'zeta-3.8-flash-tts', family: 'zeta' },
  { id: 'zeta-3.8-flash-lite-tts', family: 'zeta' },
  { id: 'eta-flash-v2.5', family: 'eta' },
  { id: 'eta-multilingual-v2', family: 'eta' },
];

/** The family that a model id's prefix names, or undefined for an id of none. */
export function findFamily(modelId: string): Family | undefined {
  return families.find((family) => modelId.startsWith(family) && !/^[a-z]/u.test(modelId.slice(family.length)));
}

/** The model that answers when a request names none; the first of a family without a named default (not shown; chosen). */
export function findDefaultModel(family: Family): string {
  const own = modelIds.filter((entry) => entry.family === family);
  return (own.find((entry) => entry.default) ?? own[0])?.id ?? family;
}
