import type { ReactNode } from 'react';
import type { MediaRecord } from '#shared/operations/media.ts';
import { Button } from '@mantine/core';
import { canBeTried } from '../../lib/failure-words.ts';
import { adjust, recordOf } from './stores.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { moment, number, size } from '../../lib/format.ts';
import { JobActions } from '../../core/jobs/job-actions.tsx';
import { RequestId } from '../../ui/request-id.tsx';
import { titleOf } from './card.tsx';
import classes from './gallery.module.css';
import { messages } from '#shared/messages/index.ts';

const roles = {
  reference: 'reference',
  'first-frame': messages.imagesVideo.firstFrame,
  'last-frame': messages.imagesVideo.lastFrame,
} as const;

/** All that is known of an image or a video: what was asked for, by which key, and what it took. */
export function Details({ record, onClose }: { record: MediaRecord; onClose: () => void }) {
  const { operation, order, kind, key } = record;
  const file = operation.files[0];
  const failure = operation.state === 'done' ? null : operation.failure;
  const requestId = failure?.requestId ?? operation.requestId;
  const adjustAndClose = (): void => {
    adjust(record, recordOf);
    onClose();
  };
  const facts: readonly (readonly [string, ReactNode] | false)[] = [
    [messages.imagesVideo.model, order.model],
    order.aspectRatio !== null && [messages.imagesVideo.aspectRatio, order.aspectRatio],
    order.resolution !== null && [messages.imagesVideo.resolution, order.resolution],
    order.size !== null && [messages.imagesVideo.size, order.size.replace('x', ' × ')],
    order.seconds !== null && [messages.imagesVideo.length, messages.shapes.s(String(order.seconds))],
    [messages.imagesVideo.askedFor, moment(operation.createdAt)],
    [messages.imagesVideo.apiQuotaSpent, operation.quotaUsed === null ? messages.imagesVideo.notReported : number(operation.quotaUsed)],
    operation.refundedQuota !== null &&
      operation.refundedQuota > 0 && [messages.imagesVideo.returned, messages.imagesVideo.quota(number(operation.refundedQuota))],
    file !== undefined && [messages.imagesVideo.onThisComputer, `${file.contentType}, ${size(file.bytes)}`],
    order.references.length > 0 && [
      messages.imagesVideo.references,
      <ol key="references">
        {order.references.map(({ role, address, operationId }, index) => {
          const known = operationId === null ? undefined : recordOf(operationId);
          return (
            <li key={index}>
              {roles[role]}: {known ? titleOf(known) : operationId === null ? address : messages.imagesVideo.galleryPicture}
            </li>
          );
        })}
      </ol>,
    ],
    // Below stands the id of the request with a button that copies it; where the key is the same, once is enough.
    key !== requestId && [messages.imagesVideo.key, <code key="key">{key}</code>],
    failure?.field !== undefined && [messages.imagesVideo.field, <code key="field">{failure.field}</code>],
  ];
  return (
    <Dialog
      onClose={onClose}
      title={kind === 'image' ? messages.imagesVideo.anImage : messages.imagesVideo.aVideo}
      size="var(--form-least)"
    >
      <p className={classes.prompt}>{order.prompt}</p>
      <dl className={classes.facts}>
        {facts
          .filter((fact) => fact !== false)
          .map(([name, value]) => (
            <FactRow key={name} name={name} value={value} />
          ))}
      </dl>
      {failure ? (
        <FailureCard
          failure={failure}
          requestIds={[requestId]}
          about={messages.imagesVideo.thisRequest}
          action={
            operation.actions.length === 0 && canBeTried(failure) ? (
              <Button variant="default" onClick={adjustAndClose}>
                {messages.imagesVideo.adjust}
              </Button>
            ) : undefined
          }
          steps={operation.actions.length > 0 ? <JobActions operation={operation} within /> : undefined}
        />
      ) : (
        <>
          {operation.actions.includes('give-up') && <JobActions operation={operation} />}
          <RequestId id={requestId} code={operation.code ?? undefined} />
        </>
      )}
    </Dialog>
  );
}

function FactRow({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
