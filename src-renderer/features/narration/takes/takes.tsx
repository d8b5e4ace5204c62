import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { noDefaults } from '#shared/narration/shape.ts';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { useKept } from '../saved-view.ts';
import { useProject } from '../../../core/project/project.ts';
import { useStudio } from '../../../core/studio/studio.ts';
import { addTakeCommands } from './take-commands.ts';
import { pickedAmong } from './takes-store.ts';
import { nameOfTake, sameTakes, takesOfBlock } from './takes-view.ts';
import { AnotherTake } from './another-take.tsx';
import { TakeCard } from './take-card.tsx';
import { Comparison } from './take-comparison.tsx';
import classes from './takes.module.css';
import { messages } from '#shared/messages/index.ts';
import { chooseTakeOf, useTakes, watchTakes } from '../stores.ts';

/** Takes that are shown at first; the rest come with a press. */
const shownAtFirst = 12;

/** Every take of a block: to be heard, compared, chosen, starred, brought back; and another one to be made. */
export function Takes({ blockId }: { blockId: string }) {
  const takes = useProject((state) => state.takes);
  const defaults = useProject((state) => state.details ?? noDefaults);
  const connectionId = useStudio((state) => state.connection?.id ?? '');
  const pickedId = useTakes((state) => state.pickedId);
  const [all, setAll] = useState(false);
  useEffect(() => {
    const stops = [addTakeCommands(), watchTakes()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const views = useChapter(
    useKept((chapter) => {
      const block = chapter.block(blockId);
      return block ? takesOfBlock(block, { takes, defaults, connectionId }) : [];
    }, sameTakes),
  );
  const isEmpty = useChapter((chapter) => chapter.block(blockId)?.text.trim() === '');
  const isPaid = useChapter((chapter) => chapter.block(blockId)?.paid === true);
  const picked = pickedAmong(views, pickedId);
  const shown = all ? views : views.filter((view, index) => index < shownAtFirst || view === picked || view.heard || view.take.starred);
  const fits = views.find((view) => view.state === 'current');
  const chosen = views.find((view) => view.chosen);
  const heard = views.find((view) => view.heard);
  return (
    <>
      <Comparison views={views} heardId={heard?.take.id} />
      {isPaid && <p className={classes.note}>{messages.narration.takePaid}</p>}
      {views.length === 0 ? (
        !isPaid && <p className={classes.note}>{isEmpty ? messages.narration.emptyBlockNoTakes : messages.narration.noTakes}</p>
      ) : (
        <ul className={classes.list} aria-label={messages.narration.takesList}>
          {shown.map((view) => (
            <TakeCard
              key={view.take.id}
              view={view}
              name={nameOfTake(views, view.take.id)}
              blockId={blockId}
              views={views}
              open={view === picked}
            />
          ))}
        </ul>
      )}
      {shown.length < views.length && (
        <Button variant="default" onClick={() => setAll(true)}>
          {messages.narration.showOlder(messages.narration.olderTake(views.length - shown.length))}
        </Button>
      )}
      {chosen && chosen !== views[0] && (
        <p className={classes.note}>
          {chosen.state === 'current' || !fits ? messages.narration.chosenTake : messages.narration.chosenTakeDiffers}{' '}
          <button type="button" className={classes.link} onClick={() => chooseTakeOf(blockId, null)}>
            {messages.narration.useNewestButton}
          </button>
        </p>
      )}
      {fits && (
        <AnotherTake
          blockId={blockId}
          takeId={fits.take.id}
          {...(heard?.take.source === 'recording' && {
            name: messages.recordedTakes.generateInstead,
            note: messages.recordedTakes.generateInsteadNote,
          })}
        />
      )}
    </>
  );
}
