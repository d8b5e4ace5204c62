import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { castColours, findByName, maximumName, type Character } from '#shared/narration/cast.ts';
import type { Controls } from '#shared/narration/document.ts';
import { findFamily } from '#shared/wire/models.ts';
import { useProject } from '../../../core/project/project.ts';
import { knownModels, knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { ModelSelect } from '../../../core/voices/model-select.tsx';
import { castColour } from '../../../core/voices/speaker-colour.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { clock } from '../../../lib/format.ts';
import { messages } from '#shared/messages/index.ts';
import {
  addCharacter,
  castFigures,
  changeCharacter,
  characterNamed,
  findSpeakersInText,
  recast,
  removeCharacter,
  castNext,
  useVoicing,
} from '../stores.ts';
import { openSelect } from '../../../ui/search-select.tsx';
import { castSection } from '../inspector/inspector-places.ts';
import { ControlFields } from '../inspector/control-fields.tsx';
import { defaultModelId } from './voice-rules.ts';
import { VoiceSelect } from './voice-select.tsx';
import inspector from '../inspector/inspector.module.css';
import classes from './voicing.module.css';

const noCast: readonly Character[] = [];
/** The figures of the whole project are counted when nothing has changed for this long, in milliseconds. */
const restsAfterMs = 500;

/** Who speaks in the project: name, color and voice, and how much each has to say. */
export function Cast() {
  const cast = useProject((state) => state.details?.cast ?? noCast);
  const figures = useFigures();
  return (
    <section id={castSection} className={inspector.section} aria-label={messages.voicing.cast}>
      <h2 className={inspector.title}>{messages.voicing.cast}</h2>
      {cast.length === 0 ? (
        <p className={inspector.note}>{messages.voicing.noCharacters}</p>
      ) : (
        <ul className={classes.cast} aria-label={messages.voicing.characters}>
          {cast.map((character) => (
            <CharacterFields key={character.id} character={character} figures={figures.get(character.id)} />
          ))}
        </ul>
      )}
      <Button variant="default" leftSection={<IconPlus size={iconSize.normal} aria-hidden />} onClick={addCharacter}>
        {messages.voicing.addCharacter}
      </Button>
      <Button variant="default" onClick={() => findSpeakersInText()}>
        {messages.voicing.findSpeakers}
      </Button>
      {cast.length > 0 && <p className={inspector.note}>{messages.voicing.assignKeys}</p>}
    </section>
  );
}

function CharacterFields({
  character,
  figures = { blocks: 0, seconds: 0 },
}: {
  character: Character;
  figures?: { blocks: number; seconds: number } | undefined;
}) {
  const { id, name, voiceId, colour } = character;
  const voice = useRef<HTMLDivElement>(null);
  const isNext = useVoicing((state) => state.casting === id);
  useEffect(() => {
    if (!isNext) return;
    // The list opens below the field, so that the name above it stays in sight.
    voice.current?.closest('li')?.scrollIntoView({ block: 'start' });
    openSelect(voice.current?.querySelector('input'));
    castNext(undefined);
  }, [isNext]);
  return (
    <li>
      <div className={classes.name}>
        <button
          type="button"
          className={classes.swatch}
          data-speaker={castColour(colour)}
          aria-label={messages.voicing.colourOf(name, colour)}
          onClick={() => changeCharacter(id, { colour: (colour % castColours) + 1 })}
        />
        <NameField key={name} character={character} />
        <Tooltip label={messages.voicing.removeCharacter(name)}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={messages.voicing.removeCharacter(name)}
            disabled={figures.blocks > 0}
            onClick={() => removeCharacter(id)}
          >
            <IconX size={iconSize.normal} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <p className={classes.figures}>
        {messages.narration.block(figures.blocks)}
        {figures.seconds > 0 && ` · ${messages.voicing.audioSoFar(clock(figures.seconds))}`}
      </p>
      <div ref={voice}>
        <VoiceSelect
          label={messages.voicing.voiceOf(name)}
          value={voiceId ?? undefined}
          onChange={(chosen) => chosen !== voiceId && void recast(character, { voiceId: chosen, modelId: null })}
        />
      </div>
      <details className={classes.settings}>
        <summary>{messages.voicing.settingsOf(name)}</summary>
        <CharacterSettings character={character} />
      </details>
    </li>
  );
}

/** What blocks of the character fall back to; asks for the price first where sound becomes stale. */
function CharacterSettings({ character }: { character: Character }) {
  const { voiceId, modelId, controls } = character;
  const voice = useStudio((state) => knownVoices(state).find((known) => known.voiceId === voiceId));
  const models = useStudio((state) => knownModels(state));
  const effective = modelId ?? (voice && defaultModelId(voice));
  const change = <K extends keyof Controls>(name: K, value: Controls[K] | undefined): void => {
    const rest = Object.fromEntries(Object.entries(controls).filter(([other]) => other !== name));
    void recast(character, { controls: value === undefined ? rest : { ...rest, [name]: value } });
  };
  return (
    <div className={classes.settingsFields}>
      <ModelSelect voice={voice} value={modelId ?? ''} onChange={(chosen) => void recast(character, { modelId: chosen })} />
      <ControlFields
        voice={voice}
        model={models.find(({ id }) => id === effective)}
        family={effective === undefined ? undefined : findFamily(effective)}
        value={(name) => controls[name]}
        onChange={change}
      />
    </div>
  );
}

function NameField({ character }: { character: Character }) {
  const [typed, setTyped] = useState(character.name);
  const cast = useProject((state) => state.details?.cast ?? noCast);
  const other = findByName(cast, typed);
  const isTaken = other !== undefined && other.id !== character.id;
  const field = useRef<HTMLInputElement>(null);
  /** Its voice comes next, as it has none yet. */
  const goesOn = useRef(false);
  const isNew = useVoicing((state) => state.naming === character.id);
  useEffect(() => {
    if (!isNew) return;
    field.current?.focus();
    field.current?.select();
    goesOn.current = true;
    characterNamed();
  }, [isNew]);
  const commit = (): void => {
    const name = typed.trim();
    if (name !== '' && name !== character.name && !isTaken) changeCharacter(character.id, { name });
    else if (name === '') setTyped(character.name);
  };
  return (
    <TextInput
      ref={field}
      className={classes.nameField ?? ''}
      aria-label={messages.voicing.nameOf(character.name)}
      maxLength={maximumName}
      value={typed}
      error={isTaken && messages.voicing.nameTaken}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        commit();
        if (goesOn.current && character.voiceId === null && !isTaken) castNext(character.id);
        goesOn.current = false;
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
