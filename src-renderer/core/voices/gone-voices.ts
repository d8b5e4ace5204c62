import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import type { IsVoiceGone } from '#shared/dubbing/fit.ts';
import type { StudioState } from '../studio/studio-store.ts';

const noneIsKnown: IsVoiceGone = () => false;
/** Worked out once for each list. */
const found = new WeakMap<readonly CatalogueVoice[], IsVoiceGone>();

/** Tells which voices the service lists no more. While the list is not there, or is of an earlier run, nobody knows. */
export function findGoneVoices({ voices }: Pick<StudioState, 'voices'>): IsVoiceGone {
  if (voices.state !== 'ready' || !voices.fresh) return noneIsKnown;
  const known = found.get(voices.value);
  if (known) return known;
  const listed = new Set(voices.value.map(({ voiceId }) => voiceId));
  const isGone: IsVoiceGone = (voiceId) => voiceId !== null && !listed.has(voiceId);
  found.set(voices.value, isGone);
  return isGone;
}
