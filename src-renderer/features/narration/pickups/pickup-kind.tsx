import {
  IconAlertTriangle,
  IconEraser,
  IconFlag,
  IconGauge,
  IconPlayerPause,
  IconRepeat,
  IconReplace,
  IconScissors,
  IconStairs,
  IconWaveSawTool,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { AnyPickupKind, Pickup } from '#shared/narration/pickups.ts';
import { messages } from '#shared/messages/index.ts';
import { number } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import classes from './pickups.module.css';

const icons: Readonly<Record<AnyPickupKind, ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>>> = {
  'missing-words': IconEraser,
  'repeated-words': IconRepeat,
  'other-words': IconReplace,
  truncated: IconScissors,
  silence: IconPlayerPause,
  noise: IconWaveSawTool,
  pace: IconGauge,
  level: IconStairs,
  clipped: IconAlertTriangle,
  mark: IconFlag,
};

/** What was heard in place of the words that are written; `undefined` where it is not about words. */
export function describeHeard({ kind, text }: Pick<Pickup, 'kind' | 'text'>): string | undefined {
  if (kind === 'missing-words') return messages.pickups.heardNothing;
  if (kind === 'repeated-words') return messages.pickups.heardTwice(text);
  if (kind === 'other-words') return text === '' ? messages.pickups.heardMore : messages.pickups.heardOther;
  return kind === 'truncated' ? (text === '' ? messages.pickups.heardCutEarly : messages.pickups.heardCut) : undefined;
}

/** The same as a line of its own, below the words that are written. */
export function describeTake(pickup: Pick<Pickup, 'kind' | 'text'>): string | undefined {
  const { takeSays, takeEndsBefore, takeEndsEarly, soundsDifferent } = messages.pickups;
  if (pickup.kind === 'truncated') return pickup.text === '' ? takeEndsEarly : takeEndsBefore;
  // Sounds were compared: no words were written down that could stand here.
  if (pickup.kind === 'other-words' && pickup.text !== '') return soundsDifferent;
  const heard = describeHeard(pickup);
  return heard === undefined ? undefined : takeSays(heard);
}

/** By how much it differs from what is around it, and which way; `undefined` where that is not known. */
export function describeDifference({ kind, startMs, difference }: Pick<Pickup, 'kind' | 'startMs' | 'difference'>): string | undefined {
  if (difference === undefined) return undefined;
  const { louder, quieter, louderFromHere, quieterFromHere, faster, slower } = messages.pickups;
  const more = difference > 0;
  if (kind === 'pace') return (more ? faster : slower)(number(Math.round(Math.abs(difference) * 100)));
  if (kind !== 'level') return undefined;
  const decibels = number(Math.round(Math.abs(difference)));
  // A take that differs as a whole is marked from its start.
  if (startMs === 0) return (more ? louder : quieter)(decibels);
  return (more ? louderFromHere : quieterFromHere)(decibels);
}

/** What is wrong, in shape and words. */
export function PickupKindLabel({ kind }: { kind: AnyPickupKind }) {
  const Icon = icons[kind];
  return (
    <span className={classes.kind}>
      <Icon size={iconSize.normal} aria-hidden />
      {messages.pickups.kinds[kind]}
    </span>
  );
}
