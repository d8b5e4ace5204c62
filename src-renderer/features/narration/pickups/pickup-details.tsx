import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { maximumNoteCharacters } from '#shared/narration/document.ts';
import type { PlacedPickup } from '#shared/narration/pickups.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { messages } from '#shared/messages/index.ts';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { useAriaKeys, useKeys, withKeys } from '../../../core/commands/commands.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { AnotherTake } from '../takes/another-take.tsx';
import { acceptPickup, openEntry, playAround, removeMark, writeNote } from '../stores.ts';
import { generateAgain } from './pickup-commands.ts';
import { describeDifference, describeHeard } from './pickup-kind.tsx';
import { SentenceAgain, useWhyRepairing } from './sentence-again.tsx';
import { findWordToSay } from './words-of-pickup.ts';
import classes from './pickups.module.css';

/** The selected pickup, and what can be done about it. */
export function PickupDetails({ placed }: { placed: PlacedPickup }) {
  const { pickup, blockId, startMs } = placed;
  const playKeys = useKeys('pickups.play-around');
  const acceptKeys = useKeys('pickups.accept');
  const ariaPlay = useAriaKeys('pickups.play-around');
  const ariaAccept = useAriaKeys('pickups.accept');
  const repairing = useWhyRepairing();
  const isOpen = pickup.state === 'open';
  const accept = isOpen ? messages.pickups.accept : messages.pickups.openAgain;
  return (
    <div className={classes.details}>
      <p className={`${classes.draft ?? ''} ${classes.place ?? ''}`}>{messages.pickups.place(placed.chapter, placed.block)}</p>
      <Words placed={placed} />
      <Note pickupId={pickup.id} note={pickup.note} />
      <div className={classes.actions}>
        <Tooltip label={withKeys(messages.pickups.playAroundNote, playKeys)}>
          <Button
            className={classes.action ?? ''}
            variant="default"
            leftSection={<IconPlayerPlay size={iconSize.normal} aria-hidden />}
            aria-keyshortcuts={ariaPlay}
            disabled={startMs === undefined}
            onClick={playAround}
          >
            {messages.pickups.playAround}
          </Button>
        </Tooltip>
        <Tooltip label={withKeys(accept, acceptKeys)}>
          <Button
            className={classes.action ?? ''}
            variant="default"
            leftSection={isOpen ? <IconCheck size={iconSize.normal} aria-hidden /> : <IconArrowBackUp size={iconSize.normal} aria-hidden />}
            aria-keyshortcuts={ariaAccept}
            onClick={acceptPickup}
          >
            {accept}
          </Button>
        </Tooltip>
        {pickup.kind === 'mark' && (
          <Tooltip label={messages.pickups.remove}>
            <ActionIcon variant="default" aria-label={messages.pickups.remove} onClick={removeMark}>
              <IconTrash size={iconSize.normal} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        <SayItAs placed={placed} />
      </div>
      <SentenceAgain placed={placed} />
      <AnotherTake
        blockId={blockId}
        takeId={pickup.takeId}
        name={messages.pickups.generateAgain}
        command="pickups.generate-again"
        unavailable={repairing}
        onPress={generateAgain}
      />
    </div>
  );
}

/** Opens the pronunciations with the word of the pickup, where it has one; that costs nothing. */
function SayItAs({ placed }: { placed: PlacedPickup }) {
  const word = useChapter((chapter) => findWordToSay(placed, chapter));
  return (
    word !== undefined && (
      <Button className={classes.sayAs ?? ''} variant="default" aria-haspopup="dialog" onClick={() => openEntry(word)}>
        {messages.pickups.sayItAs}
      </Button>
    )
  );
}

/** What is written and what was heard of it. */
function Words({ placed: { pickup } }: { placed: PlacedPickup }) {
  const heard = describeHeard(pickup);
  if (heard === undefined) {
    const note = describeDifference(pickup) ?? (pickup.by === 'check' ? messages.pickups.kindNotes[pickup.kind] : undefined);
    return (
      <>
        {pickup.text !== '' && <p className={classes.words}>{pickup.text}</p>}
        {note !== undefined && <p className={classes.words}>{note}</p>}
      </>
    );
  }
  return (
    <>
      <dl className={classes.heard}>
        {pickup.text !== '' && (
          <>
            <dt>{messages.pickups.written}</dt>
            <dd>{pickup.text}</dd>
          </>
        )}
        <dt>{messages.pickups.heard}</dt>
        <dd>{heard}</dd>
      </dl>
      {pickup.by === 'check' && <p className={classes.draft}>{messages.pickups.draftNote}</p>}
    </>
  );
}

/** Saved when it is left, also by going to another pickup. */
function Note({ pickupId, note }: { pickupId: string; note: string }) {
  const [draft, setDraft] = useState<string>();
  const unsaved = useRef<string>(undefined);
  const save = (): void => {
    if (unsaved.current !== undefined) writeNote(pickupId, unsaved.current.trim());
    unsaved.current = undefined;
    setDraft(undefined);
  };
  useEffect(
    () => () => {
      if (unsaved.current !== undefined) writeNote(pickupId, unsaved.current.trim());
    },
    [pickupId],
  );
  return (
    <TextArea
      aria-label={messages.pickups.note}
      placeholder={messages.pickups.note}
      lines={[1, 4]}
      maxLength={maximumNoteCharacters}
      value={draft ?? note}
      onChange={(event) => {
        unsaved.current = event.currentTarget.value;
        setDraft(event.currentTarget.value);
      }}
      onBlur={save}
    />
  );
}
