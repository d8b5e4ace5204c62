import { wanting } from '#shared/dubbing/fit.ts';
import type { Dub } from '#shared/dubbing/timeline.ts';
import { lacksLanguage, textsOfVoices, type VoiceText } from '#shared/dubbing/voice-languages.ts';
import { usePrice } from '../../../core/account/price.tsx';
import { knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { shownName } from '../../../core/voices/voice-search.ts';
import { useVoices } from '../../../core/voices/voices.ts';
import { formatList, language } from '../../../lib/format.ts';
import { focusField } from '../focus-field.ts';
import { Notice } from '../notice.tsx';
import { findLanguages } from '../stores.ts';
import { voiceFieldOf } from './segment-keys.ts';
import { messages } from '#shared/messages/index.ts';

/** Says, before it is paid for, that voices do not speak the language of what they are to say, and leads to where another is chosen. */
export function OtherLanguage({ dub }: { dub: Dub }) {
  const voices = useStudio((state) => knownVoices(state));
  const marks = useVoices((state) => state.marks);
  const texts = textsOfVoices(wanting(dub));
  const found = usePrice(texts.length === 0 ? '' : JSON.stringify(texts), (signal) => findLanguages(texts, signal));
  const byLanguage = new Map<string, { names: string[]; first: VoiceText }>();
  for (const text of texts) {
    const code = found?.get(text.voiceId);
    const voice = voices.find(({ voiceId }) => voiceId === text.voiceId);
    if (code === undefined || !voice || !lacksLanguage(voice, code)) continue;
    const known = byLanguage.get(code);
    const name = shownName(voice, marks);
    if (known) known.names.push(name);
    else byLanguage.set(code, { names: [name], first: text });
  }
  return [...byLanguage].map(([code, { names, first }]) => (
    <Notice key={code} act={messages.dubbing.chooseOtherVoice} onAct={() => focusField(voiceFieldOf(first.speaker))}>
      {messages.dubbing.otherLanguage(language(code), formatList(names), names.length)}
    </Notice>
  ));
}
