import { ActionIcon, Input, Loader, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconFileMusic, IconMovie, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { sourceTypes, type SourceFacts, type SourceKind } from '#shared/operations/sources.ts';
import { useStudio } from '../studio/studio.ts';
import { clearSlot, giveFile, slots, takeAddress, takenInWords, typeAddress, useSources, wordsOf, type Slot } from './sources.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FailureCard } from '../failures/failure-card.tsx';
import { clock, roomFor, size } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import classes from './source-field.module.css';
import { messages } from '#shared/messages/index.ts';

interface SourceFieldProps {
  slot: Slot;
  /** What it is: `Video`, `Audio`. */
  name: string;
  /** Further ways to fill it, below the drop zone. */
  children?: ReactNode;
}

/** Takes one video or sound for a job: its address, which the service fetches, or a file where the service is on this machine. */
export function SourceField({ slot, name, children }: SourceFieldProps) {
  const { typed, problem, busy, source, failure } = useSources((state) => state.slots[slot]);
  const kind = slots[slot];
  const filled = source !== undefined && source.isFile;
  return (
    <section className={classes.field} aria-label={name} data-slot={slot}>
      <KeptFocus state={`${String(filled)} ${busy?.what ?? ''} ${String(source === undefined)}`}>
        {!filled && busy?.what !== 'file' && (
          <TextInput
            label={messages.sources.url(name)}
            description={messages.sources.urlNote}
            placeholder={`https://example.com/${kind === 'video' ? 'talk.mp4' : 'voice.mp3'}`}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            error={problem}
            onChange={(event) => typeAddress(slot, event.currentTarget.value)}
            onBlur={() => void takeAddress(slot)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void takeAddress(slot);
            }}
          />
        )}
        {(filled || busy?.what === 'file') && (
          <Input.Label className={classes.label ?? ''} labelElement="div">
            {name}
          </Input.Label>
        )}
        {busy && (
          <p className={classes.busy} role="status">
            <Loader size={iconSize.small} />
            {busy.what === 'file' ? messages.sources.adding(busy.name) : messages.sources.checkingLength}
          </p>
        )}
        {source && <Shown slot={slot} kind={kind} />}
        {failure && <FailureCard failure={failure} about={name} paid={false} onDismiss={() => clearSlot(slot)} />}
        {typed === '' && !source && !busy && <FileZone slot={slot} name={name} kind={kind} />}
        {typed === '' && !source && !busy && children}
      </KeptFocus>
    </section>
  );
}

function FileZone({ slot, name, kind }: { slot: Slot; name: string; kind: SourceKind }) {
  const whyNot = useSources((state) => state.whyNoFile);
  const limits = useSources((state) => state.limits);
  const bucket = useSources((state) => state.bucket);
  const isReady = useStudio((state) => state.connection?.state === 'ready');
  if (typeof whyNot === 'string') return <p className={classes.note}>{whyNot}</p>;
  const most = limits?.[kind];
  return (
    <DropZone
      name={messages.sources.file(name)}
      takes={`${takenInWords(kind)}${most === undefined ? '' : messages.sources.upTo(roomFor(most))}${bucket === null ? '' : messages.sources.viaBucket(bucket)}`}
      accept={Object.keys(sourceTypes[kind])
        .map((ending) => `.${ending}`)
        .join(',')}
      multiple={false}
      unavailable={isReady && whyNot === null ? undefined : messages.sources.filesWhenReady}
      onFiles={([file]) => file && void giveFile(slot, file)}
    />
  );
}

/** What is known of what was given. */
function Shown({ slot, kind }: { slot: Slot; kind: SourceKind }) {
  const source = useSources((state) => state.slots[slot].source);
  if (!source) return null;
  const { inspected } = source;
  const Icon = kind === 'video' ? IconMovie : IconFileMusic;
  return (
    <div className={classes.shown} data-state={inspected.state}>
      <Icon className={classes.icon} size="1.25rem" stroke={1.6} aria-hidden />
      <div className={classes.words}>
        {source.isFile && <strong className={classes.name}>{source.name}</strong>}
        {inspected.state === 'known' ? (
          <span className={classes.facts}>{factsInWords(kind, inspected.facts)}</span>
        ) : (
          <p className={classes.trouble} role="alert">
            <IconAlertTriangle size={iconSize.normal} stroke={1.75} aria-hidden />
            {wordsOf(kind, inspected)}
          </p>
        )}
      </div>
      <ActionIcon aria-label={messages.sources.remove(kind)} onClick={() => clearSlot(slot)}>
        <IconX size={iconSize.normal} />
      </ActionIcon>
    </div>
  );
}

function factsInWords(kind: SourceKind, { seconds, bytes, format, hasSound, picture }: SourceFacts): string {
  const parts = [clock(seconds)];
  if (kind === 'video' && picture) {
    parts.push(`${String(picture.width)} × ${String(picture.height)}`);
    if (picture.frameRate !== null)
      parts.push(messages.sources.fps(String(Number(picture.frameRate.toFixed(2))), picture.variable ? messages.sources.variable : ''));
    if (picture.rotation !== 0) parts.push(messages.sources.rotated(String(picture.rotation)));
    if (!hasSound) parts.push(messages.sources.noAudio);
  }
  return [...parts, format, size(bytes)].join(' · ');
}
