import type { LiveCapabilities, LiveControls } from '#shared/live.ts';
import { latencies, type RealtimeVersion } from '#shared/wire/realtime.ts';

/** Controls of a model that are figures. */
export type FigureName = 'speed' | 'volume' | 'pitch' | 'stability' | 'similarity' | 'chunkLength';

/** What a figure may be, and what it is where nothing is set. */
interface FigureRange {
  from: number;
  to: number;
  usual: number;
}

/** What can be set of a model; nothing that it does not take. */
export interface LiveOffer {
  figures: Partial<Record<FigureName, FigureRange>>;
  others: ReadonlySet<keyof LiveControls>;
}

/** Interface, "Realtime TTS v2": version 2 is spoken with the profile `product_v1`, whose volume is in decibels, as in version 3. */
const decibels: FigureRange = { from: -20, to: 20, usual: 0 };
const figureNames: readonly FigureName[] = ['speed', 'volume', 'pitch', 'stability', 'similarity', 'chunkLength'];
const otherNames = ['language', 'emotion', 'instructions', 'optimizeInstructions', 'textNormalization', 'latency'] as const;

/** By the capabilities: a range where they tell one, and otherwise that there is such a control. */
export function liveOfferOf(capabilities: LiveCapabilities | undefined, modelId: string | null, version: RealtimeVersion): LiveOffer {
  const models = capabilities?.models ?? [];
  // A model that the service does not list takes what any other one does.
  const model = models.find(({ id }) => id === modelId) ?? (capabilities?.listsModels === false ? models[0] : undefined);
  const parameters = model?.parameters ?? {};
  const figures: LiveOffer['figures'] = {};
  for (const name of figureNames) {
    const range = parameters[name];
    if (range === undefined || range === true) continue;
    figures[name] = name === 'volume' && version === 'v2' ? decibels : { from: range.minimum, to: range.maximum, usual: range.default };
  }
  return { figures, others: new Set(otherNames.filter((name) => parameters[name] !== undefined)) };
}

/** Of what is set, what a session with this model is begun with: nothing that it lacks, and each figure within its range. */
export function sentControls(controls: LiveControls, offer: LiveOffer, version: RealtimeVersion): LiveControls {
  const sent: LiveControls = version === 'v2' ? { parameterProfile: 'product_v1' } : {};
  for (const name of figureNames) {
    const [value, range] = [controls[name], offer.figures[name]];
    if (value !== undefined && range !== undefined) sent[name] = Math.min(range.to, Math.max(range.from, value));
  }
  const others = Object.entries(controls).filter(([name]) => offer.others.has(name as keyof LiveControls));
  return { ...sent, ...Object.fromEntries(others.filter(([name, value]) => name !== 'latency' || isLatency(value))) };
}

const isLatency = (value: unknown): boolean => latencies.some((one) => one === value);
