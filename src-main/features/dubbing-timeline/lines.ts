import { sameLine, type Line } from '#shared/dubbing/fit.ts';
import type { Dub, DubTake } from '#shared/dubbing/timeline.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { In, Out } from '#shared/rpc.ts';
import { internalCall } from '../../infra/internal-call.ts';
import { answeringModel, type VoiceDirectory } from '../voices/service.ts';
import type { VoiceLines } from '../speech/lines.ts';
import type { DubRuns } from './dub-runs.ts';
import type { DubSounds } from './sounds.ts';

export type DubSpeech = Pick<VoiceLines, 'say'> & { services: Pick<VoiceLines['services'], 'voices.quote'> };

type AskedLine = Line & Pick<DubTake, 'variant'>;

/** What the segments of a dub say: what generating it would cost, and its sound. */
export class DubLines {
  readonly #voices: VoiceDirectory;
  readonly #speech: DubSpeech;
  readonly #sounds: DubSounds;
  readonly #runs: DubRuns;

  constructor(voices: VoiceDirectory, speech: DubSpeech, sounds: DubSounds, runs: DubRuns) {
    this.#voices = voices;
    this.#speech = speech;
    this.#sounds = sounds;
    this.#runs = runs;
  }

  /** Equal lines count once. `credits` is `null` as soon as the price of one line is not known. */
  async estimate(lines: readonly AskedLine[], signal: AbortSignal): Promise<Out<Operations['dubs.estimate']>> {
    const distinct = distinctLines(lines);
    const sum = { lines: distinct.length, free: 0, characters: 0, credits: 0 as number | null, learnedFrom: 0 };
    const findModel = this.#modelFinder(signal);
    for (const line of distinct) {
      signal.throwIfAborted();
      const quote = await this.#quote(line, await findModel(line), signal);
      const quoted = quote?.lines[0];
      if (quoted?.file != null) {
        sum.free += 1;
        continue;
      }
      sum.characters += line.text.length;
      sum.credits = sum.credits === null || quoted?.credits == null ? null : sum.credits + quoted.credits;
      sum.learnedFrom = Math.max(sum.learnedFrom, quote?.learnedFrom ?? 0);
    }
    return sum;
  }

  /** The take of a line, paid for once and kept. Fails as `voices.say` does, and with `payment-required` where the cap of a batch would be passed. */
  async generate(line: Omit<In<Operations['dubs.say']>, 'dubId'>, dub: Dub, signal: AbortSignal): Promise<Out<Operations['dubs.say']>> {
    const { text, voiceId, modelId, speed, variant, paidOnly, runId } = line;
    const another = variant === undefined ? {} : { variant };
    const said = { text, voiceId, ...(modelId === null ? {} : { modelId }), ...(speed === 1 ? {} : { speed }), ...another };
    const spoken = await this.#speech.say(said, signal, {
      dub: { id: dub.id, name: dub.title },
      paidOnly,
      caps: this.#runs.caps(runId),
    });
    const id = spoken.file.url.split('/').at(-1) ?? '';
    const samples = await this.#sounds.read(id);
    const { contentType, bytes } = spoken.file;
    const take: DubTake = { id, text, voiceId, modelId, speed, contentType, bytes, samples, ...another };
    return { take, reused: spoken.reused, creditsUsed: spoken.operation?.creditsUsed ?? null };
  }

  /** Finds the model that would speak a line; `undefined` where the voice or such a model is not known. Each voice is read once. */
  #modelFinder(signal: AbortSignal): (line: Line) => Promise<string | undefined> {
    const found = new Map<string, string | undefined>();
    return async ({ voiceId, modelId }) => {
      const key = `${voiceId ?? ''} ${modelId ?? ''}`;
      if (!found.has(key)) {
        const voice = await this.#voices.voice(voiceId ?? '', signal).catch(() => undefined);
        found.set(key, voice && answeringModel(voice, modelId));
      }
      return found.get(key);
    };
  }

  async #quote({ text, voiceId, speed, variant }: AskedLine, modelId: string | undefined, signal: AbortSignal) {
    if (modelId === undefined) return undefined;
    const voices = [{ voiceId: voiceId ?? '', modelId }];
    return this.#speech.services['voices.quote']({ text, speed, variant, voices }, internalCall(signal));
  }
}

/** The first of each that asks for the same take; spaces around the text do not matter. */
function distinctLines(lines: readonly AskedLine[]): AskedLine[] {
  const distinct: AskedLine[] = [];
  const isSame = (one: AskedLine, other: AskedLine): boolean => sameLine(trimmed(one), trimmed(other)) && one.variant === other.variant;
  for (const line of lines) if (!distinct.some((other) => isSame(other, line))) distinct.push(line);
  return distinct;
}

const trimmed = (line: AskedLine): AskedLine => ({ ...line, text: line.text.trim() });
