import type { Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { blocksOf } from '#shared/narration/document.ts';
import { controlsOf, shapeOf, type ProjectDefaults } from '#shared/narration/shape.ts';
import { splitBlocks, type SplitRule } from '#shared/narration/split.ts';
import { limits } from '#shared/wire/common.ts';
import { answeringModel, type VoiceDirectory } from '../../features/voices/service.ts';

interface Ground {
  defaults: ProjectDefaults;
  voices: Pick<VoiceDirectory, 'voice' | 'models'>;
  signal: AbortSignal;
}

/** Parts the blocks among `ids` that are longer than their model takes, as the window does when a person asks it to. */
export async function splitLongBlocks(document: Node, ids: ReadonlySet<string>, ground: Ground): Promise<Transform> {
  const limitOf = findLimits(ground);
  const rules = new Map<string, SplitRule>();
  for (const block of blocksOf(document)) {
    const shape = ids.has(block.attributes.id) ? shapeOf(block, ground.defaults, '') : undefined;
    const found = shape && (await limitOf(shape.voiceId, shape.modelId));
    if (found === undefined || shape === undefined || shape.text.length <= found.limit) continue;
    const { limit, language } = found;
    rules.set(block.attributes.id, { limit, language: controlsOf(block.attributes, ground.defaults).language ?? language });
  }
  const transform = new Transform(document);
  splitBlocks(transform, (id) => rules.get(id));
  return transform;
}

/** Asks for each voice once. What cannot be found has no limit: generating says what is wrong with it. */
function findLimits({ voices, signal }: Ground): (voiceId: string, modelId: string | null) => Promise<SplitRule | undefined> {
  const asked = new Map<string, Promise<SplitRule | undefined>>();
  const find = async (voiceId: string, modelId: string | null): Promise<SplitRule | undefined> => {
    try {
      const [voice, models] = await Promise.all([voices.voice(voiceId, signal), voices.models(signal)]);
      const model = models.find((one) => one.id === answeringModel(voice, modelId));
      const language = voice.primaryLanguage.replaceAll('_', '-');
      return model && { limit: Math.min(model.maxTextLength, limits.textCharacters), language };
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  };
  return (voiceId, modelId) => {
    const key = JSON.stringify([voiceId, modelId]);
    const known = asked.get(key) ?? find(voiceId, modelId);
    asked.set(key, known);
    return known;
  };
}
