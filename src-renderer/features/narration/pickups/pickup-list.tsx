import { IconCheck } from '@tabler/icons-react';
import type { PlacedPickup } from '#shared/narration/pickups.ts';
import { messages } from '#shared/messages/index.ts';
import { player } from '../../../core/player/player.ts';
import { clock } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { RowList } from '../../../ui/row-list.tsx';
import { playAround, selectPickup, usePickups } from '../stores.ts';
import { describeDifference, describeTake, PickupKindLabel } from './pickup-kind.tsx';
import classes from './pickups.module.css';

/** The height of a row: its kind, two lines of what is written, and what the take says. */
const rowRem = 5.25;

/** Every pickup: Enter plays around one, and Space plays and pauses as everywhere. */
export function PickupList() {
  const listed = usePickups((state) => state.listed);
  const current = usePickups(({ listed: all, currentKey }) => all.findIndex(({ key }) => key === currentKey));
  const choose = (index: number): void => {
    const placed = listed[index];
    if (placed) selectPickup(placed);
  };
  const togglePlay = (): void => {
    player.prepare();
    player.toggle();
  };
  return (
    <RowList
      name={messages.pickups.pickups}
      className={classes.list}
      rowClassName={classes.row}
      rows={listed}
      current={current}
      rowRem={rowRem}
      keyOf={({ key }) => key}
      onGo={choose}
      onPress={choose}
      keys={{ ...(current >= 0 && { Enter: playAround }), ' ': togglePlay }}
    >
      {(placed) => <Row placed={placed} />}
    </RowList>
  );
}

/** The row has quotation marks of its own. */
const withoutQuotes = (text: string): string => text.replaceAll(/^["“”„«»‘’‚]+|["“”«»‘’]+$/gu, '');

/** What is written there over what the take says, where it is about words; else what a person wrote, or how the block begins. */
function Row({ placed }: { placed: PlacedPickup }) {
  const { pickup, chapter, chapterMs, opening } = placed;
  const { text, note } = pickup;
  const take = describeTake(pickup);
  const difference = describeDifference(pickup);
  const isNoted = note !== '' && (take !== undefined || text !== '');
  const time = chapterMs === undefined ? messages.pickups.noAudioNow : clock(chapterMs / 1000);
  return (
    <>
      <span className={classes.line}>
        <PickupKindLabel kind={pickup.kind} />
        <span className={classes.time}>{messages.pickups.chapterTime(chapter, time)}</span>
      </span>
      {take === undefined ? (
        <>
          <span className={classes.excerpt} data-noted={isNoted}>
            {text || note || opening}
          </span>
          {difference !== undefined && <span className={classes.says}>{difference}</span>}
        </>
      ) : (
        <>
          {text !== '' && (
            <span className={classes.excerpt} data-noted={isNoted}>
              {messages.shapes.quoted(withoutQuotes(text))}
            </span>
          )}
          <span className={classes.says}>{take}</span>
        </>
      )}
      {isNoted && <span className={classes.says}>{messages.pickups.noted(note)}</span>}
      {pickup.state === 'accepted' && (
        <span className={classes.accepted}>
          <IconCheck size={iconSize.small} aria-hidden /> {messages.pickups.acceptedState}
        </span>
      )}
    </>
  );
}
