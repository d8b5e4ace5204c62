import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { blocksOf } from '#shared/narration/document.ts';
import { modelOf, noDefaults, voiceOf } from '#shared/narration/shape.ts';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { openManuscript, useProject } from '../../../core/project/project.ts';
import { knownModels, knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { recoverabilityOfFamily } from '../../../lib/recoverability.ts';
import { RecoverabilityBadge } from '../../../ui/recoverability-badge.tsx';
import type { ChapterOrder } from './ask-first-store.ts';
import { defaultModelId, workFamilyOf } from '../voicing/voice-rules.ts';

/** What becomes of these blocks' work if its answer is lost: one line for each way in which they are asked for. */
export function Recovery({ blockIds }: { blockIds: readonly string[] }) {
  const voices = useStudio((state) => knownVoices(state));
  const models = useStudio((state) => knownModels(state));
  const defaults = useProject((state) => state.details ?? noDefaults);
  const families = useChapter(
    useShallow((chapter) => {
      const found = blockIds.flatMap((id) => {
        const block = chapter.block(id);
        if (!block) return [];
        const voice = voices.find((known) => known.voiceId === block.voiceId);
        const modelId = modelOf(block.attributes, defaults) ?? (voice && defaultModelId(voice));
        const model = models.find((known) => known.id === modelId);
        return model ? [workFamilyOf(model)] : [];
      });
      return [...new Set(found)].sort();
    }),
  );
  return families.map((family) => <RecoverabilityBadge key={family} {...recoverabilityOfFamily[family]} open plain />);
}

/** The same of blocks of any chapter. */
export function BookRecovery({ orders }: { orders: readonly ChapterOrder[] }) {
  const voices = useStudio((state) => knownVoices(state));
  const models = useStudio((state) => knownModels(state));
  const defaults = useProject((state) => state.details ?? noDefaults);
  const families = useMemo(() => {
    const manuscript = openManuscript();
    if (!manuscript) return [];
    const wanted = new Set(orders.flatMap(({ blocks }) => blocks.map(({ id }) => id)));
    const found = orders.flatMap(({ chapterId }) =>
      blocksOf(manuscript.document(chapterId)).flatMap(({ attributes }) => {
        if (!wanted.has(attributes.id)) return [];
        const voice = voices.find((known) => known.voiceId === voiceOf(attributes, defaults));
        const modelId = modelOf(attributes, defaults) ?? (voice && defaultModelId(voice));
        const model = models.find((known) => known.id === modelId);
        return model ? [workFamilyOf(model)] : [];
      }),
    );
    return [...new Set(found)].sort();
  }, [orders, voices, models, defaults]);
  return families.map((family) => <RecoverabilityBadge key={family} {...recoverabilityOfFamily[family]} open plain />);
}
