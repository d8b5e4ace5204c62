import type { ChapterId } from '#shared/ids.ts';
import { castWithVoices, findByName, type Character } from '#shared/narration/cast.ts';
import { lacksVoice } from '#shared/narration/what-to-make.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import { castDraft, type ManuscriptDraft } from './manuscript-draft.ts';
import type { UpdatePlan } from './update-plan.ts';

/** What generating would cost; `null` credits where no price is known. */
export interface DraftPrice {
  characters: number;
  credits: number | null;
  /** Blocks that were paid for before. */
  paid: number;
  /** Blocks that are neither priced nor generated, as their characters have no voice. */
  voiceless: number;
}

export interface PricedDraft {
  draft: ManuscriptDraft | undefined;
  way: 'add' | 'update' | 'new';
  /** Where the draft updates the project. */
  plan: UpdatePlan | undefined;
  /** By the name of a character, where one was chosen in the dialog. */
  voices: Readonly<Record<string, string>>;
  /** The open project and its chapter that is shown; a draft of a project of its own needs none. */
  project: { projectId: string; chapterId: ChapterId; cast: readonly Character[]; voiceId: string | null } | undefined;
  /** The voice that a project without one is given. */
  firstVoice: string | null;
}

/** Blocks that are priced in one call. */
const pricedAtOnce = 20_000;

/** Asks what the text of a draft would cost, and what of it was paid for before. */
export async function priceDraft(client: StudioClient, priced: PricedDraft, signal: AbortSignal): Promise<DraftPrice | 'failed'> {
  const { draft, way, plan, project } = priced;
  if (!draft || (way !== 'new' && !project)) return 'failed';
  const { blocks: wanted, cast } = blocksToPrice(draft, priced);
  const voiceId = way === 'new' ? priced.firstVoice : (project?.voiceId ?? priced.firstVoice);
  const changed = {
    voiceId,
    cast,
    ...(way === 'new' ? { modelId: null, pronunciations: [] } : {}),
  };
  const sum: DraftPrice = {
    characters: 0,
    credits: 0,
    paid: (way === 'update' ? plan?.repaired : undefined) ?? 0,
    voiceless: wanted.filter((attributes) => lacksVoice(attributes, { voiceId, cast })).length,
  };
  for (let from = 0; from < wanted.length; from += pricedAtOnce) {
    const blocks = wanted.slice(from, from + pricedAtOnce);
    const order = { projectId: project?.projectId ?? null, chapterId: project?.chapterId ?? null, blocks, changed };
    const answer = await attempt(() => client.run('speech.estimate-texts', order, { signal }));
    if (!answer.ok) return 'failed';
    const { characters, credits, paid } = answer.value;
    sum.characters += characters;
    sum.paid += paid;
    sum.credits = sum.credits === null || credits === null ? null : sum.credits + credits;
  }
  // Nothing can be sent without a voice, and so nothing was counted.
  return voiceId === null && wanted.length > 0 && sum.credits === 0 ? { ...sum, credits: null } : sum;
}

/** The blocks that would be generated, and the cast that would say them. */
function blocksToPrice(draft: ManuscriptDraft, { way, plan, voices, project }: PricedDraft) {
  const ownCast = way === 'new' ? [] : (project?.cast ?? []);
  const { names, chapters } = castDraft(
    draft,
    ownCast.map(({ name }) => name),
  );
  const cast = (way === 'new' ? undefined : plan?.cast) ?? castWithVoices(ownCast, names, voices);
  const ofPlan = plan?.toPrice.map(({ text, attributes: { voiceId, modelId, controls, characterId } }) => ({
    text,
    voiceId,
    modelId,
    controls,
    characterId,
  }));
  const ofDraft = () =>
    chapters.flatMap(({ blocks }) =>
      blocks.map(({ text, speaker, voiceId = null }) => ({
        text,
        voiceId,
        modelId: null,
        controls: {},
        characterId: speaker === undefined ? null : (findByName(cast, speaker)?.id ?? null),
      })),
    );
  return { blocks: ofPlan ?? ofDraft(), cast };
}
