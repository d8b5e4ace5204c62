import { toFailure } from '#shared/failure.ts';
import type { BlockId } from '#shared/ids.ts';
import { blocksOf } from '#shared/narration/document.ts';
import { findMadeWorks } from '#shared/narration/choose-take.ts';
import type { Operations, Services } from '#shared/operations/index.ts';
import { maximumBlocks } from '#shared/operations/speech.ts';
import type { ProjectDefaults } from '#shared/narration/shape.ts';
import type { Out } from '#shared/rpc.ts';
import { isSpeech, type Ledger, type Price } from '../../paid-requests/ledger/types.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { Library } from '../../library/types.ts';
import type { VoiceDirectory } from '../voices/service.ts';
import { mayGoOn } from './make.ts';
import { chooseVariant, createPlan, findWanted, type Wanted } from './plan.ts';

/**
 * What making blocks would send and cost. However many blocks: the chapter, the store of what was paid for, each voice, the models and each
 * price are asked once.
 */
export function createEstimates(options: {
  library: Pick<Library, 'chapter' | 'findAllPaid'>;
  ledger: Pick<Ledger, 'price' | 'chargedInVain' | 'unknown'>;
  account: Pick<AccountKeeper, 'current'>;
  voices: Pick<VoiceDirectory, 'voice' | 'models'>;
  connectionId: () => string;
  /** Whether a request for this work is under way: asking for it joins that one, and nothing more is sent. */
  isUnderWay: (fingerprint: string) => boolean;
}): Pick<Services, 'speech.estimate' | 'speech.estimate-texts'> {
  const { library } = options;
  const estimate: Services['speech.estimate'] = async (
    { projectId, chapterId, blockIds, others = [], another = false, changed = {}, texts = {} },
    { signal },
  ) => {
    const connectionId = options.connectionId();
    const missing = new Map<string, Wanted>();
    const wantedOf: { blockId: BlockId; fingerprint: string }[] = [];
    const incomplete = new Set<string>();
    for (const part of [{ chapterId, blockIds }, ...others]) {
      const stored = await library.chapter(projectId, part.chapterId);
      const chapter = {
        ...stored,
        cast: changed.cast ?? stored.cast,
        pronunciations: changed.pronunciations ?? stored.pronunciations,
        sharedPronunciations: changed.sharedPronunciations ?? stored.sharedPronunciations,
      };
      for (const { state, fingerprint } of chapter.takes) if (state === 'incomplete') incomplete.add(fingerprint);
      const ids = new Set(part.blockIds);
      const blocks = blocksOf(chapter.document).filter(({ attributes }) => ids.has(attributes.id));
      const isMade = findMadeWorks(
        chapter.takes,
        blocks.map(({ attributes }) => attributes.takeId),
      );
      for (const block of blocks) {
        const { id } = block.attributes;
        const now = wishOf({ ...block, text: texts[id] ?? block.text }, chapter, connectionId);
        if (now === undefined || (!another && isMade(id, now.fingerprint))) continue;
        const wanted = another ? chooseVariant(now, chapter.takes) : now;
        missing.set(wanted.fingerprint, wanted);
        wantedOf.push({ blockId: id, fingerprint: wanted.fingerprint });
      }
    }
    const { price, paid: paidWorks } = await priceMissing(missing, connectionId, signal);
    const paid = wantedOf.filter(({ fingerprint }) => paidWorks.has(fingerprint)).slice(0, maximumBlocks);
    const wanted = [...missing.keys()];
    const inVain = new Set(await options.ledger.chargedInVain(wanted, connectionId));
    const unknown = await options.ledger.unknown(wanted, connectionId, options.account.current()?.userId);
    const isAskedFirst = new Map(unknown.map((entry) => [entry.fingerprint, isSpeech(entry) && mayGoOn(entry)]));
    const outcomeUnknown = wanted.filter((fingerprint) => isAskedFirst.get(fingerprint) === true).length;
    const isChargedAgain = (fingerprint: string): boolean =>
      incomplete.has(fingerprint) || inVain.has(fingerprint) || isAskedFirst.get(fingerprint) === false;
    const sentBefore = wanted.filter((fingerprint) => isAskedFirst.get(fingerprint) !== true && isChargedAgain(fingerprint)).length;
    return {
      ...price,
      ...(sentBefore > 0 && { sentBefore }),
      ...(outcomeUnknown > 0 && { outcomeUnknown }),
      ...(paid.length > 0 && { paid }),
    };
  };
  const estimateTexts: Services['speech.estimate-texts'] = async ({ projectId, chapterId, blocks, changed = {} }, { signal }) => {
    const connectionId = options.connectionId();
    const { voiceId, modelId, cast, pronunciations, sharedPronunciations } =
      projectId === null || chapterId === null ? newProject : await library.chapter(projectId, chapterId);
    const project: ProjectDefaults = {
      voiceId: changed.voiceId === undefined ? voiceId : changed.voiceId,
      modelId: changed.modelId === undefined ? modelId : changed.modelId,
      cast: changed.cast ?? cast,
      pronunciations: changed.pronunciations ?? pronunciations,
      sharedPronunciations,
    };
    const works = blocks.flatMap(({ text, ...attributes }) => wishOf({ attributes, text }, project, connectionId) ?? []);
    const missing = new Map(works.map((wanted) => [wanted.fingerprint, wanted]));
    const { price } = await priceMissing(missing, connectionId, signal);
    return { ...price, paid: works.filter(({ fingerprint }) => !missing.has(fingerprint)).length };
  };
  /** Without what this profile has paid for already, which is named, or is buying now: both are taken out of `missing`. */
  async function priceMissing(missing: Map<string, Wanted>, connectionId: string, signal: AbortSignal) {
    const paid = new Set(await library.findAllPaid([...missing.keys()]));
    for (const fingerprint of paid) missing.delete(fingerprint);
    for (const fingerprint of [...missing.keys()]) if (options.isUnderWay(fingerprint)) missing.delete(fingerprint);
    return { price: await priceWorks([...missing.values()], { ...options, connectionId }, signal), paid };
  }
  return { 'speech.estimate': estimate, 'speech.estimate-texts': estimateTexts };
}

const newProject: ProjectDefaults = { voiceId: null, modelId: null, cast: [], pronunciations: [], sharedPronunciations: [] };

/** What buying these works would cost, each once. */
export async function priceWorks(
  works: readonly Wanted[],
  {
    ledger,
    connectionId,
    ...options
  }: { ledger: Pick<Ledger, 'price'>; voices: Pick<VoiceDirectory, 'voice' | 'models'>; connectionId: string },
  signal: AbortSignal,
): Promise<Out<Operations['speech.estimate']>> {
  const voices = askedOnce(options.voices);
  const prices = new Map<string, Promise<Price | undefined>>();
  const priceOf = (modelId: string): Promise<Price | undefined> => {
    const price = prices.get(modelId) ?? ledger.price(connectionId, { unit: 'character', modelId });
    prices.set(modelId, price);
    return price;
  };
  let characters = 0;
  let credits: number | null = 0;
  for (const wanted of works) {
    characters += wanted.shape.text.length;
    const modelId = await createPlan(wanted, voices, signal).then(
      (plan) => plan.modelId,
      () => undefined, // what cannot be sent has no price, and generating says why
    );
    const price = modelId === undefined ? undefined : await priceOf(modelId);
    credits = credits === null || price === undefined ? null : credits + price.creditsPerUnit * wanted.shape.text.length;
  }
  const learned = await Promise.all(prices.values());
  return { blocks: works.length, characters, credits, learnedFrom: learned.reduce((sum, price) => sum + (price?.samples ?? 0), 0) };
}

/** The same answers, or failures, without asking twice. Where the service cannot be reached for one voice it is not asked for another. */
function askedOnce({ voice, models }: Pick<VoiceDirectory, 'voice' | 'models'>): Pick<VoiceDirectory, 'voice' | 'models'> {
  const asked = new Map<string, ReturnType<VoiceDirectory['voice']>>();
  let askedModels: ReturnType<VoiceDirectory['models']> | undefined;
  let lost: Error | undefined;
  return {
    voice: (voiceId, signal) => {
      if (lost !== undefined) return Promise.reject(lost);
      const known = asked.get(voiceId) ?? voice(voiceId, signal);
      asked.set(voiceId, known);
      known.catch((thrown: unknown) => {
        if (toFailure(thrown).kind !== 'not-found' && thrown instanceof Error) lost = thrown;
      });
      return known;
    },
    models: (signal) => (askedModels ??= models(signal)),
  };
}

/** A block without a voice is no wish yet, and no reason to refuse an estimate of the others. */
function wishOf(...block: Parameters<typeof findWanted>): Wanted | undefined {
  try {
    return findWanted(...block);
  } catch {
    return undefined;
  }
}
