import { Loader } from '@mantine/core';
import { IconFileMusic, IconLink, IconMovie } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { sourceTypes, type SourceKind } from '#shared/operations/sources.ts';
import { useStudio } from '../studio/studio.ts';
import { giveFile, slots, takenInWords, useSources, wordsOf, type Slot } from './sources.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { roomFor } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { SourceLink } from './source-link.tsx';
import classes from './source-field.module.css';
import { messages } from '#shared/messages/index.ts';

interface SourceZoneProps {
  slot: Slot;
  /** What it is called where it stands: `Video`, `Drop the video`. */
  name: string;
  shape: 'stage' | 'row';
  /** Further ways to fill the slot. */
  children?: ReactNode;
}

/** For a file dialog. */
export const acceptedBy = (kind: SourceKind): string =>
  Object.keys(sourceTypes[kind])
    .map((ending) => `.${ending}`)
    .join(',');

/** Where a slot is empty: a drop, a file or an address fills it. Says so where the service can be given no file of this machine. */
export function SourceZone({ slot, name, shape, children }: SourceZoneProps) {
  const whyNot = useSources((state) => state.whyNoFile);
  const limits = useSources((state) => state.limits);
  const bucket = useSources((state) => state.bucket);
  const isReady = useStudio((state) => state.connection?.state === 'ready');
  const kind = slots[slot];
  const link = (
    <>
      <SourceLink slot={slot} />
      {children}
    </>
  );
  const Icon = kind === 'video' ? IconMovie : IconFileMusic;
  if (typeof whyNot === 'string')
    return shape === 'stage' ? (
      <EmptyState icon={<IconLink size={iconSize.hero} stroke={1.4} aria-hidden />} title={name} action={link}>
        {whyNot}
      </EmptyState>
    ) : (
      <div className={classes.elsewhere}>
        <p className={classes.note}>{whyNot}</p>
        {link}
      </div>
    );
  const most = limits?.[kind];
  const via = bucket === null ? undefined : messages.sources.viaBucket(bucket);
  return (
    <DropZone
      name={shape === 'stage' ? name : messages.sources.file(name)}
      shape={shape}
      fills={slot}
      icon={<Icon size={iconSize.hero} stroke={1.4} aria-hidden />}
      takes={`${takenInWords(kind)}${most === undefined ? '' : messages.sources.upTo(roomFor(most))}${via === undefined ? '' : `. ${via}`}`}
      accept={acceptedBy(kind)}
      multiple={false}
      unavailable={isReady && whyNot === null ? undefined : messages.sources.filesWhenReady}
      onFiles={([file]) => file && void giveFile(slot, file)}
    >
      {link}
      {shape === 'row' && via !== undefined && <p className={classes.note}>{via}</p>}
    </DropZone>
  );
}

/** A slot on the stage: where it is dropped, what is done with it, or why nothing of it can be played here. */
export function SourceStage({ slot, name, children }: Omit<SourceZoneProps, 'shape'>) {
  const { busy, source } = useSources((state) => state.slots[slot]);
  if (busy)
    return (
      <EmptyState
        icon={<Loader size={iconSize.wide} />}
        title={busy.what === 'file' ? messages.sources.adding(busy.name) : messages.sources.checkingLength}
      />
    );
  // What cannot be used gives way to another file where it stands.
  if (source?.inspected.state === 'refused')
    return (
      <SourceZone slot={slot} name={name} shape="stage">
        <p className={classes.note}>{wordsOf(slots[slot], source.inspected)}</p>
        {children}
      </SourceZone>
    );
  if (source)
    return (
      <EmptyState icon={<IconLink size={iconSize.hero} stroke={1.4} aria-hidden />} title={source.name}>
        {source.inspected.state === 'known' ? messages.sources.notPlayedHere : wordsOf(slots[slot], source.inspected)}
      </EmptyState>
    );
  return (
    <SourceZone slot={slot} name={name} shape="stage">
      {children}
    </SourceZone>
  );
}
