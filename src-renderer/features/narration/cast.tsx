import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { castColours, findByName, maximumName, type Character } from '#shared/narration/cast.ts';
import { useProject } from '../../core/project/project.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { number } from '../../lib/format.ts';
import { messages } from '#shared/messages/index.ts';
import { addCharacter, castFigures, changeCharacter, recast, removeCharacter } from './stores.ts';
import { VoiceSelect } from './voice-select.tsx';
import inspector from './inspector.module.css';
import classes from './voicing.module.css';

const noCast: readonly Character[] = [];
/** The figures of the whole project are counted when nothing has changed for this long, in milliseconds. */
const restsAfterMs = 500;

/** Who speaks in the project: name, color and voice, and how much each has to say. */
export function Cast() {
  const cast = useProject((state) => state.details?.cast ?? noCast);
  const figures = useFigures();
  return (
    <section className={inspector.section} aria-label={messages.voicing.cast}>
      <h2 className={inspector.title}>{messages.voicing.cast}</h2>
      {cast.length === 0 ? (
        <p className={inspector.note}>{messages.voicing.noCharacters}</p>
      ) : (
        <table className={classes.cast} aria-label={messages.voicing.characters}>
          <thead>
            <tr>
              <th scope="col">{messages.voicing.name}</th>
              <th scope="col">{messages.voicing.lines}</th>
              <th scope="col">{messages.voicing.minutes}</th>
              <td />
            </tr>
          </thead>
          {cast.map((character) => (
            <CharacterRows key={character.id} character={character} figures={figures.get(character.id)} />
          ))}
        </table>
      )}
      <Button variant="default" leftSection={<IconPlus size={iconSize.normal} />} onClick={addCharacter}>
        {messages.voicing.addCharacter}
      </Button>
      {cast.length > 0 && <p className={inspector.note}>{messages.voicing.assignKeys}</p>}
    </section>
  );
}

function CharacterRows({
  character,
  figures = { lines: 0, minutes: 0 },
}: {
  character: Character;
  figures?: { lines: number; minutes: number } | undefined;
}) {
  const { id, name, voiceId, colour } = character;
  return (
    <tbody>
      <tr>
        <td>
          <div className={classes.name}>
            <button
              type="button"
              className={classes.swatch}
              data-cast={colour}
              aria-label={messages.voicing.colourOf(name, colour)}
              onClick={() => changeCharacter(id, { colour: (colour % castColours) + 1 })}
            />
            <NameField key={name} character={character} />
          </div>
        </td>
        <td className={classes.figure}>{number(figures.lines)}</td>
        <td className={classes.figure}>{figures.minutes.toFixed(1)}</td>
        <td>
          <Tooltip label={messages.voicing.removeCharacter(name)}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={messages.voicing.removeCharacter(name)}
              disabled={figures.lines > 0}
              onClick={() => removeCharacter(id)}
            >
              <IconX size={iconSize.normal} />
            </ActionIcon>
          </Tooltip>
        </td>
      </tr>
      <tr className={classes.voice}>
        <td colSpan={4}>
          <VoiceSelect
            label={messages.voicing.voiceOf(name)}
            value={voiceId ?? undefined}
            onChange={(chosen) => void recast(character, chosen)}
          />
        </td>
      </tr>
    </tbody>
  );
}

function NameField({ character }: { character: Character }) {
  const [typed, setTyped] = useState(character.name);
  const cast = useProject((state) => state.details?.cast ?? noCast);
  const other = findByName(cast, typed);
  const isTaken = other !== undefined && other.id !== character.id;
  const commit = (): void => {
    const name = typed.trim();
    if (name !== '' && name !== character.name && !isTaken) changeCharacter(character.id, { name });
    else if (name === '') setTyped(character.name);
  };
  return (
    <TextInput
      className={classes.nameField ?? ''}
      aria-label={messages.voicing.nameOf(character.name)}
      maxLength={maximumName}
      value={typed}
      error={isTaken && messages.voicing.nameTaken}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}

function useFigures(): ReturnType<typeof castFigures> {
  const [figures, setFigures] = useState(castFigures);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = useProject.subscribe((now, before) => {
      if (now.document === before.document && now.takes === before.takes && now.details === before.details) return;
      clearTimeout(timer);
      timer = setTimeout(() => setFigures(castFigures()), restsAfterMs);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, []);
  return figures;
}
