import { Button } from '@mantine/core';
import { IconArrowBarLeft, IconArrowBarRight, IconCut, IconPlayerTrackNext } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { currentTake } from '#shared/dubbing/fit.ts';
import { remediesFor, withRemedy, type Remedy } from '#shared/dubbing/remedies.ts';
import type { Dub, Segment } from '#shared/dubbing/timeline.ts';
import { editDub } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { announce } from '../../../lib/live-region.tsx';
import { seconds } from './words.ts';
import classes from './too-long.module.css';
import { decimal, fixed } from '#shared/messages/figures.ts';
import { messages } from '#shared/messages/index.ts';

/** What can be done about a line that is too long for its time, each with what comes of it. Each is one step that undo takes back. */
export function TooLong({ dub, segment }: { dub: Dub; segment: Segment }) {
  const remedies = useMemo(() => remediesFor(dub, segment.id), [dub, segment.id]);
  if (remedies.length === 0) return null;
  const isMade = currentTake(segment, dub.takes) !== undefined;
  const take = (remedy: Remedy): void => {
    const { name } = names[remedy.kind];
    editDub(name, ({ segments }) => ({ segments: withRemedy(segments, segment.id, remedy) }));
    announce(messages.dubbing.remedyTaken(name, effectOf(remedy, isMade)));
  };
  return (
    <section className={classes.remedies} aria-label={messages.dubbing.makeItFit}>
      <h3 className={classes.title}>{messages.dubbing.makeItFit}</h3>
      {remedies.map((remedy) => {
        const { name, icon } = names[remedy.kind];
        return (
          <Button
            key={remedy.kind}
            classNames={{ root: classes.remedy ?? '', inner: classes.inner ?? '', label: classes.label ?? '' }}
            variant="default"
            justify="flex-start"
            leftSection={icon}
            onClick={() => take(remedy)}
          >
            <span className={classes.name}>{name}</span>
            <span className={classes.effect}>
              {effectOf(remedy, isMade)}
              {remedy.kind === 'shorter' && <Cut text={remedy.cut} />}
            </span>
          </Button>
        );
      })}
    </section>
  );
}

const Cut = ({ text }: { text: string }) => (
  <>
    {' '}
    <del className={classes.cut}>{text}</del>
  </>
);

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

const names: Record<Remedy['kind'], { name: string; icon: ReactNode }> = {
  earlier: { name: messages.dubbing.shortenPause, icon: icon('earlier') },
  later: { name: messages.dubbing.borrowGap, icon: icon('later') },
  tighten: { name: messages.dubbing.speakFaster, icon: icon('tighten') },
  speed: { name: messages.dubbing.speakFaster, icon: icon('speed') },
  shorter: { name: messages.dubbing.cutWords, icon: icon('shorter') },
};

const paceAfter = (pace: number): string => (pace < 1.005 ? messages.dubbing.thenAsSpoken : messages.dubbing.thenFaster(fixed(pace, 2)));

function effectOf(remedy: Remedy, isMade: boolean): string {
  const again = isMade ? ` ${messages.dubbing.newTakeCharged}` : '';
  switch (remedy.kind) {
    case 'earlier':
      return messages.dubbing.startsEarlier(seconds(remedy.by), paceAfter(remedy.pace));
    case 'later':
      return messages.dubbing.endsLater(seconds(remedy.by), paceAfter(remedy.pace));
    case 'tighten':
      return messages.dubbing.tightenEffect(remedy.pace > 2 ? messages.dubbing.stillTooLong : paceAfter(remedy.pace));
    case 'speed':
      return messages.dubbing.speedEffect(decimal(remedy.speed), paceAfter(remedy.pace)) + again;
    case 'shorter':
      return messages.dubbing.cutEffect + again;
  }
}
