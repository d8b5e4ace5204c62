import { IconCheck } from '@tabler/icons-react';
import type { PlacedPickup } from '#shared/narration/pickups.ts';
import { messages } from '#shared/messages/index.ts';
import { player } from '../../../core/player/player.ts';
import { clock } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { RowList } from '../../../ui/row-list.tsx';
import { playAround, selectPickup, usePickups } from '../stores.ts';
import { describeHeard, PickupKindLabel } from './pickup-kind.tsx';
import classes from './pickups.module.css';

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
      rowRem={2.75}
      keyOf={({ key }) => key}
      onGo={choose}
      onPress={choose}
      keys={{ ...(current >= 0 && { Enter: playAround }), ' ': togglePlay }}
    >
      {(placed) => <Row placed={placed} />}
    </RowList>
  );
}

function describeRow({ pickup, opening }: PlacedPickup): string {
  const { text, note } = pickup;
  const heard = describeHeard(pickup);
  if (heard === undefined) return text || note || opening;
  return text === '' ? heard : messages.pickups.writtenAndHeard(text, heard);
}

function Row({ placed }: { placed: PlacedPickup }) {
  const { pickup, chapter, block, chapterMs } = placed;
  return (
    <>
      <span className={classes.line}>
        <PickupKindLabel kind={pickup.kind} />
        <span className={classes.time}>{chapterMs === undefined ? messages.pickups.noAudioNow : clock(chapterMs / 1000)}</span>
      </span>
      <span className={classes.line}>
        <span className={classes.excerpt}>{describeRow(placed)}</span>
        <span className={classes.place}>
          {pickup.state === 'accepted' && (
            <span className={classes.accepted}>
              <IconCheck size={iconSize.small} aria-hidden /> {messages.pickups.acceptedState}
            </span>
          )}
          {messages.pickups.place(chapter, block)}
        </span>
      </span>
    </>
  );
}
