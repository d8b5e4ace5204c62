import { Button } from '@mantine/core';
import { IconArrowBarLeft, IconArrowBarRight, IconCut, IconPlayerTrackNext } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { currentTake } from '#shared/dubbing/fit.ts';
import { remediesFor, withRemedy, type Remedy } from '#shared/dubbing/remedies.ts';
import type { Dub, Segment } from '#shared/dubbing/timeline.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { takeRemedy } from './remedy-acts.ts';
import { needsNewTake, remedyEffect, remedyNames } from './remedy-words.ts';
import { useGeneration } from './segment-acts.ts';
import classes from './too-long.module.css';
import { messages } from '#shared/messages/index.ts';

/** What can be done about a line that is too long for its time, each with what comes of it and what it costs. Each is one step that undo takes back. */
export function TooLong({ dub, segment }: { dub: Dub; segment: Segment }) {
  const remedies = useMemo(() => remediesFor(dub, segment.id), [dub, segment.id]);
  if (remedies.length === 0) return null;
  const isMade = currentTake(segment, dub.takes) !== undefined;
  return (
    <section className={classes.remedies} aria-label={messages.dubbing.makeItFit}>
      <h3 className={classes.title}>{messages.dubbing.makeItFit}</h3>
      {remedies.map((remedy) => {
        const { kind } = remedy;
        return (
          <Button
            key={kind}
            classNames={{ root: classes.remedy ?? '', inner: classes.inner ?? '', label: classes.label ?? '' }}
            variant="default"
            justify="flex-start"
            leftSection={icon(kind)}
            onClick={() => takeRemedy(segment, remedy, isMade)}
          >
            <span className={classes.name}>{remedyNames[kind]}</span>
            <span className={classes.effect}>
              <RemedyWords dub={dub} segment={segment} remedy={remedy} isMade={isMade} />
            </span>
          </Button>
        );
      })}
    </section>
  );
}

/** What it does, what is left after it, and what it costs where the take has to be generated again. */
export function RemedyWords({ dub, segment, remedy, isMade }: { dub: Dub; segment: Segment; remedy: Remedy; isMade: boolean }) {
  return (
    <>
      {remedyEffect(segment, remedy)}
      {remedy.kind === 'shorter' && (
        <>
          {' '}
          <del className={classes.cut}>{remedy.cut}</del>
          {/[.!?…]$/u.test(remedy.cut) ? '' : '.'}
        </>
      )}
      {isMade && <> {needsNewTake(remedy) ? <NewTakePrice dub={dub} segment={segment} remedy={remedy} /> : messages.dubbing.remedyFree}</>}
    </>
  );
}

function NewTakePrice({ dub, segment, remedy }: { dub: Dub; segment: Segment; remedy: Remedy }) {
  const changed = withRemedy([segment], segment.id, remedy);
  const { wanted, price } = useGeneration(changed, dub);
  const isPaid = wanted.length === 0 || (price != null && price.free === price.lines);
  if (isPaid) return messages.dubbing.newTakePaid;
  if (price?.credits == null) return messages.dubbing.newTakeCharged;
  return messages.dubbing.newTakeCosts(messages.account.credit(Math.ceil(price.credits)));
}

const icons: Record<Remedy['kind'], typeof IconCut> = {
  earlier: IconArrowBarLeft,
  later: IconArrowBarRight,
  tighten: IconPlayerTrackNext,
  speed: IconPlayerTrackNext,
  shorter: IconCut,
};
const icon = (kind: Remedy['kind']): ReactNode => {
  const Icon = icons[kind];
  return <Icon size={iconSize.normal} aria-hidden />;
};
