import { useState } from 'react';
import { findCharacter, type Character } from '#shared/narration/cast.ts';
import { messages } from '#shared/messages/index.ts';
import { formatList } from '../../lib/format.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import { useProject } from '../project/project.ts';
import { giveToCharacter, nameOfVoice } from './voices.ts';
import classes from './for-character.module.css';

const noCast: readonly Character[] = [];

/** Makes a character of the open project speak with the voice; the field shows who does. */
export function ForCharacter({ voice }: { voice: { voiceId: string; name: string } }) {
  const cast = useProject((state) => state.details?.cast ?? noCast);
  const [givenTo, setGivenTo] = useState<string>();
  if (cast.length === 0) return null;
  const given = findCharacter(cast, givenTo ?? null);
  const speaks = given?.voiceId === voice.voiceId ? given : cast.find(({ voiceId }) => voiceId === voice.voiceId);
  const nameOfPresent = (id: string): string => {
    const voiceId = findCharacter(cast, id)?.voiceId;
    if (voiceId == null) return messages.narration.noVoice;
    return voiceId === voice.voiceId ? voice.name : nameOfVoice(voiceId);
  };
  const speakers = cast.filter(({ voiceId }) => voiceId === voice.voiceId).map(({ name }) => name);
  return (
    <div className={classes.use}>
      <SearchSelect
        className={classes.character ?? ''}
        label={messages.voices.useForCharacter}
        placeholder={messages.voices.chooseCharacter}
        nothingFoundMessage={messages.voices.noMatchingCharacters}
        data={cast.map(({ id, name }) => ({ value: id, label: name }))}
        renderOption={({ option }) => (
          <span className={classes.option}>
            <span>{option.label}</span>
            <span className={classes.note}>{nameOfPresent(option.value)}</span>
          </span>
        )}
        value={speaks?.id ?? null}
        onChoose={(characterId) => {
          if (characterId === null) return;
          setGivenTo(characterId);
          void giveToCharacter(voice, characterId);
        }}
      />
      {speakers.length > 0 && <span className={classes.note}>{messages.voices.speaksCharacter(voice.name, formatList(speakers))}</span>}
    </div>
  );
}
