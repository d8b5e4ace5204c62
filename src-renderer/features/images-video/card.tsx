import { ActionIcon, Button, Loader, Menu } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconHelpCircle } from '@tabler/icons-react';
import type { MediaRecord } from '#shared/operations/media.ts';
import { goToJobs } from '../../core/jobs/jobs.ts';
import { useRef } from 'react';
import { removeInPlace, type EntryRemoval } from '../../core/removal/remove-in-place.ts';
import { actOn, giveTo, recordOf, saveMedia, addReference, toggleRemovedMedia, adjust } from './stores.ts';
import { useTakers } from '../../core/hand-over/media.ts';
import { number, wholeClock } from '../../lib/format.ts';
import type { Failure } from '#shared/failure.ts';
import { failureTitle, plainFailure } from '../../lib/failure-words.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { costWords, isRunning, stateGlyphs, stateWords } from '../../core/jobs/job-words.ts';
import { announce } from '../../lib/live-region.tsx';
import { MediaCard } from '../../ui/media-card.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { Video } from '../../ui/video.tsx';
import { toast, toastFailure } from '../../lib/toast.tsx';
import { useNow } from '../../lib/use-now.ts';
import classes from './gallery.module.css';
import { messages } from '#shared/messages/index.ts';

/** Characters of a prompt that a card is called by; all of it is among its details. */
const titleCharacters = 80;

export function titleOf({ order }: MediaRecord): string {
  const line = order.prompt.replaceAll(/\s+/gu, ' ');
  return line.length > titleCharacters ? `${line.slice(0, titleCharacters)}…` : line;
}

/** How a card leaves the gallery, or comes back. */
export const removalOf = (record: MediaRecord, isRemoved: boolean): EntryRemoval => ({
  isRemoved,
  isRunning: isRunning(record.operation),
  onChange: () => void toggleRemovedMedia(record),
});

interface CardProps {
  record: MediaRecord;
  /** It is among those that were removed from the gallery. */
  isRemoved: boolean;
  onDetails: () => void;
}

/** An image or a video: how it stands, what it took, and what can be made of it. */
export function Card({ record, isRemoved, onDetails }: CardProps) {
  const { operation, order, kind } = record;
  const { state } = operation;
  const file = operation.files[0];
  return (
    <MediaCard
      title={titleOf(record)}
      shape="picture"
      picture={<Picture record={record} />}
      mark={<More record={record} isRemoved={isRemoved} onDetails={onDetails} />}
      asLine
      facts={[
        ...(state === 'done'
          ? []
          : [[messages.imagesVideo.state, <StatusGlyph status={stateGlyphs[state]}>{stateWords[state]}</StatusGlyph>] as const]),
        [messages.imagesVideo.model, order.model],
        kind === 'image'
          ? [messages.imagesVideo.size, [order.aspectRatio, order.resolution].filter((part) => part !== null).join(', ')]
          : [
              messages.imagesVideo.size,
              [order.size?.replace('x', ' × '), order.seconds !== null && messages.shapes.s(String(order.seconds))]
                .filter(Boolean)
                .join(', '),
            ],
        [messages.imagesVideo.took, tookWords(operation)],
      ]}
      actions={
        <>
          {file && (
            <Button variant="default" size="compact-sm" onClick={() => void save(record)}>
              {messages.imagesVideo.save}
            </Button>
          )}
          {kind === 'image' && file && (
            <Button variant="default" size="compact-sm" onClick={() => addReference(record)}>
              {messages.imagesVideo.useAsReference}
            </Button>
          )}
          <Button variant="default" size="compact-sm" onClick={() => adjust(record, recordOf)}>
            {messages.imagesVideo.adjust}
          </Button>
          {(state === 'sending' || state === 'waiting') && (
            <Button variant="default" size="compact-sm" onClick={() => void actOn('jobs.stopWaiting', record)}>
              {messages.imagesVideo.stopWaiting}
            </Button>
          )}
          {operation.actions.includes('retry') && (
            <Button variant="default" size="compact-sm" onClick={() => void actOn('jobs.retry', record)}>
              {operation.taskId === null ? messages.imagesVideo.askAgainSameKey : messages.imagesVideo.keepWaiting}
            </Button>
          )}
        </>
      }
    />
  );
}

/** What it took of the API quota; of one that failed, what came back. */
function tookWords(operation: MediaRecord['operation']): string {
  const { quotaUsed, refundedQuota } = operation;
  if (quotaUsed === null) return costWords(operation);
  if (quotaUsed === 0 && refundedQuota !== null && refundedQuota > 0) return messages.imagesVideo.quotaReturned(number(refundedQuota));
  return messages.imagesVideo.quota(number(quotaUsed));
}

/** To the disk, and says where. */
async function save(record: MediaRecord): Promise<void> {
  const answer = await saveMedia(record);
  if (!answer.ok) toastFailure(answer.failure);
  else if (answer.value) {
    const place = answer.value.path === null ? messages.imagesVideo.savedToDownloads : messages.imagesVideo.savedAt(answer.value.path);
    toast(messages.imagesVideo.saved(answer.value.name), place);
    announce(messages.imagesVideo.savedWithPlace(answer.value.name, place));
  }
}

function Picture({ record }: { record: MediaRecord }) {
  const { operation, kind, order } = record;
  const file = operation.files[0];
  if (file) {
    if (kind === 'image') return <img className={classes.media} src={file.url} alt={order.prompt.slice(0, 300)} loading="lazy" />;
    return <Video className={classes.media} src={file.url} controls preload="metadata" aria-label={titleOf(record)} />;
  }
  if (operation.state === 'sending' || operation.state === 'waiting')
    return <BeingMade since={operation.createdAt} failure={operation.failure} />;
  const Icon = operation.state === 'unknown' ? IconHelpCircle : IconAlertTriangle;
  return (
    <div className={classes.waiting}>
      <Icon size={20} stroke={1.6} aria-hidden />
      {operation.failure ? failureTitle(operation.failure) : messages.imagesVideo.noLocalResult}
    </div>
  );
}

function BeingMade({ since, failure }: { since: number; failure: Failure | null }) {
  const now = useNow(1_000);
  return (
    <div className={classes.waiting}>
      <Loader size={iconSize.wide} />
      {failure?.kind === 'unreachable'
        ? messages.shapes.waitingForService
        : messages.imagesVideo.inProgress(wholeClock((now - since) / 1000))}
      {failure !== null && failure.kind !== 'unreachable' && <span>{plainFailure(failure).slice(0, 140)}</span>}
    </div>
  );
}

function More({ record, isRemoved, onDetails }: CardProps) {
  const target = useRef<HTMLButtonElement>(null);
  const { operation, kind } = record;
  const file = operation.files[0];
  const lipSync = useTakers(({ takers }) => takers.has('lip-sync'));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={target} aria-label={messages.imagesVideo.moreActions(titleOf(record))}>
          <IconDots size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onDetails}>{messages.imagesVideo.details}</Menu.Item>
        {file && kind === 'video' && lipSync && (
          <Menu.Item onClick={() => void giveTo(record, 'lip-sync')}>{messages.imagesVideo.useInLipSync}</Menu.Item>
        )}
        {file && kind === 'video' && (
          <Menu.Item onClick={() => void giveTo(record, 'dubbing')}>{messages.imagesVideo.useInDubbing}</Menu.Item>
        )}
        <Menu.Item onClick={() => goToJobs({ operationId: operation.operationId })}>{messages.imagesVideo.showInJobs}</Menu.Item>
        <Menu.Item onClick={() => removeInPlace(removalOf(record, isRemoved), target.current)}>
          {isRemoved ? messages.removal.restore : messages.removal.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
