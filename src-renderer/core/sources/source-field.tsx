import { ActionIcon, Input, Loader } from '@mantine/core';
import { IconAlertTriangle, IconFileMusic, IconMovie, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { type SourceFacts, type SourceKind } from '#shared/operations/sources.ts';
import { clearSlot, dismissFailure, giveFile, slots, useSources, wordsOf, type Slot } from './sources.ts';
import { FailureCard } from '../failures/failure-card.tsx';
import { clock, size } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { focusZone } from '../../ui/drop-zone.tsx';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { ReplaceFile } from '../../ui/replace-file.tsx';
import { acceptedBy, SourceZone } from './source-zone.tsx';
import classes from './source-field.module.css';
import { decimal } from '#shared/messages/figures.ts';
import { messages } from '#shared/messages/index.ts';

interface SourceFieldProps {
  slot: Slot;
  /** What it is: `Video`, `Audio`. */
  name: string;
  /** The stage shows where it is dropped and chosen: its buttons are there alone. */
  isOnStage: boolean;
  /** Further ways to fill it, beside the button of the zone. */
  children?: ReactNode;
}

/** Takes one video or sound for a job: a file where the service can get one, or its address, which the service fetches. */
export function SourceField({ slot, name, isOnStage, children }: SourceFieldProps) {
  const { busy, source, failure } = useSources((state) => state.slots[slot]);
  const kind = slots[slot];
  const empty = !source && !busy;
  return (
    <section className={classes.field} aria-label={name} data-slot={slot}>
      <KeptFocus state={`${busy?.what ?? ''} ${String(source === undefined)}`}>
        <Input.Label className={classes.label ?? ''} labelElement="div">
          {name}
        </Input.Label>
        {busy && (
          <p className={classes.busy} role="status">
            <Loader size={iconSize.small} />
            {busy.what === 'file' ? messages.sources.adding(busy.name) : messages.sources.checkingLength}
          </p>
        )}
        {source && <Shown slot={slot} kind={kind} />}
        {failure && (
          <FailureCard
            failure={failure}
            about={name}
            failed={messages.sources.notUsed[kind]}
            paid={false}
            onDismiss={() => dismissFailure(slot)}
          />
        )}
        {empty &&
          (isOnStage ? (
            <p className={classes.note}>{messages.sources.notChosen}</p>
          ) : (
            <SourceZone slot={slot} name={name} shape="row">
              {children}
            </SourceZone>
          ))}
      </KeptFocus>
    </section>
  );
}

/** What is known of what was given. */
function Shown({ slot, kind }: { slot: Slot; kind: SourceKind }) {
  const source = useSources((state) => state.slots[slot].source);
  const canBeGiven = useSources((state) => state.whyNoFile === null);
  if (!source) return null;
  const { inspected } = source;
  const Icon = kind === 'video' ? IconMovie : IconFileMusic;
  return (
    <div className={classes.shown} data-state={inspected.state}>
      <Icon className={classes.icon} size="1.25rem" stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <strong className={classes.name} title={source.address}>
          {source.isFile ? source.name : source.address}
        </strong>
        {inspected.state === 'known' ? (
          <span className={classes.facts}>{factsInWords(kind, inspected.facts)}</span>
        ) : (
          <p className={classes.trouble} role="alert">
            <IconAlertTriangle size={iconSize.normal} stroke={1.75} aria-hidden />
            {wordsOf(kind, inspected)}
          </p>
        )}
      </div>
      {canBeGiven && (
        <ReplaceFile
          name={messages.sources.replace(messages.sources.kindNames[kind])}
          accept={acceptedBy(kind)}
          onFile={(file) => void giveFile(slot, file)}
        />
      )}
      <ActionIcon
        aria-label={messages.sources.remove(messages.sources.kindNames[kind])}
        onClick={() => {
          flushSync(() => clearSlot(slot));
          focusZone(slot);
        }}
      >
        <IconX size={iconSize.normal} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function factsInWords(kind: SourceKind, { seconds, bytes, format, hasSound, picture }: SourceFacts): string {
  const parts = [clock(seconds)];
  if (kind === 'video' && picture) {
    parts.push(`${String(picture.width)} × ${String(picture.height)}`);
    if (picture.frameRate !== null)
      parts.push(messages.sources.fps(decimal(picture.frameRate), picture.variable ? messages.sources.variable : ''));
    if (picture.rotation !== 0) parts.push(messages.sources.rotated(String(picture.rotation)));
    if (!hasSound) parts.push(messages.sources.noAudio);
  }
  return [...parts, format, size(bytes)].join(' · ');
}
