import { useMemo } from 'react';
import { knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { language } from '../../../lib/format.ts';
import { SearchSelect } from '../../../ui/search-select.tsx';
import classes from './inspector.module.css';

/** A voice of the service, found by its name or language. `value` is undefined where several differ. */
export function VoiceField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | null | undefined;
  onChange: (voiceId: string) => void;
}) {
  const state = useStudio((studio) => studio.voices.state);
  const voices = useStudio((studio) => knownVoices(studio));
  const data = useMemo(() => {
    const known = voices.map(({ voiceId, name, primaryLanguage }) => ({ value: voiceId, label: `${name} · ${language(primaryLanguage)}` }));
    const gone = typeof value === 'string' && state === 'ready' && !known.some((one) => one.value === value);
    return gone ? [{ value, label: 'A voice that is no longer there' }, ...known] : known;
  }, [voices, value, state]);
  return (
    <SearchSelect
      label={label}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      data={data}
      value={value ?? null}
      placeholder={value === undefined ? 'Several voices' : state === 'loading' ? 'Voices are loading…' : 'Choose a voice'}
      nothingFoundMessage={state === 'failed' ? 'The voices could not be read.' : 'No voice of that name or language'}
      onChoose={(voiceId) => voiceId !== null && onChange(voiceId)}
    />
  );
}
