import { Button } from '@mantine/core';
import { useState } from 'react';
import { firstVoiceOf } from '#shared/catalogue/first-voice.ts';
import { lacksLanguage, speaksLanguage } from '#shared/dubbing/voice-languages.ts';
import { messages } from '#shared/messages/index.ts';
import { usePrice } from '../../core/account/price.tsx';
import { knownModels, knownVoices, useStudio } from '../../core/studio/studio.ts';
import { nameOfVoice, useVoices } from '../../core/voices/voices.ts';
import { language as nameOfLanguage } from '../../lib/format.ts';
import { liveModelsOf } from './capabilities-store.ts';
import { choose } from './choose.ts';
import { findLanguage, useLiveCapabilities, useLiveSettings } from './stores.ts';
import classes from './panel.module.css';

/** Says, before it is paid for, that the voice does not speak the language of what is typed, and offers one that does. */
export function OtherLanguage({ onUse }: { onUse: () => void }) {
  const draft = useLiveSettings((state) => state.draft.trim());
  const voiceId = useLiveSettings((state) => state.settings.voiceId);
  const capabilities = useLiveCapabilities((state) => state.capabilities);
  const voices = useStudio((state) => knownVoices(state));
  const models = useStudio((state) => knownModels(state));
  const found = usePrice(draft, (signal) => findLanguage(draft, signal));
  // That of before stays until the new one is there, so that nothing moves while a person types.
  const [language, setLanguage] = useState(found);
  if (found !== undefined && found !== language) setLanguage(found);
  const voice = voices.find((one) => one.voiceId === voiceId);
  const name = useVoices(() => nameOfVoice(voiceId ?? ''));
  const usable = voices.filter((one) => liveModelsOf(one, capabilities).length > 0);
  const other = typeof language === 'string' ? firstVoiceOf(usable, models, language) : undefined;
  const otherName = useVoices(() => nameOfVoice(other?.voiceId ?? ''));
  if (draft === '' || typeof language !== 'string' || !voice || !lacksLanguage(voice, language)) return null;
  return (
    <div className={classes.otherLanguage}>
      <span role="status">{messages.voicing.otherLanguage(nameOfLanguage(language), name)}</span>
      {other && speaksLanguage(other, language) && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            choose({ voiceId: other.voiceId });
            onUse();
          }}
        >
          {messages.voicing.useVoice(otherName)}
        </Button>
      )}
    </div>
  );
}
