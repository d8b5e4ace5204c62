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
import type { AnyPickupKind } from '#shared/narration/pickups.ts';
import { messages } from '#shared/messages/index.ts';
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
