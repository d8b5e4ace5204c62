import { voiceless } from '#shared/dubbing/fit.ts';
import type { Dub, Segment } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { useDubs } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { otherServiceOf, useStudio } from '../../../core/studio/studio.ts';
import { findGoneVoices } from '../../../core/voices/gone-voices.ts';
import { nameOfVoice, useVoices } from '../../../core/voices/voices.ts';
import { focusField } from '../focus-field.ts';
import { Notice } from '../notice.tsx';
import { segmentVoiceField } from './segment-keys.ts';

/** Says which voices the service lists no more that segments are still to speak with, and leads to where another is chosen for these. */
export function VoicesGone({ dub }: { dub: Dub }) {
  const isGone = useStudio((state) => findGoneVoices(state));
  const users = new Map<string, Segment[]>();
  for (const segment of voiceless(dub, isGone))
    if (segment.voiceId !== null) users.set(segment.voiceId, [...(users.get(segment.voiceId) ?? []), segment]);
  return [...users].map(([voiceId, those]) => <VoiceGone key={voiceId} voiceId={voiceId} those={those} />);
}

function VoiceGone({ voiceId, those }: { voiceId: string; those: readonly Segment[] }) {
  const called = useVoices(() => nameOfVoice(voiceId));
  const other = useStudio((state) => otherServiceOf(voiceId, state));
  const choose = (): void => {
    // The first of them is shown.
    useDubs.setState({ selected: those.map(({ id }) => id).toReversed() });
    focusField(segmentVoiceField);
  };
  return (
    <Notice act={messages.dubbing.chooseOtherVoice} onAct={choose}>
      {other === undefined
        ? messages.dubbing.voiceGone(called === voiceId ? undefined : called, those.length)
        : messages.narration.voiceElsewhere(called, other, other)}
    </Notice>
  );
}
