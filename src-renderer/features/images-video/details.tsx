import type { ReactNode } from 'react';
import type { MediaRecord } from '#shared/operations/media.ts';
import { recordOf } from './store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { moment, number, size } from '../../lib/format.ts';
import { JobActions } from '../../core/jobs/job-actions.tsx';
import { RequestId } from '../../ui/request-id.tsx';
import { titleOf } from './card.tsx';
import classes from './gallery.module.css';

const roles = { reference: 'reference', 'first-frame': 'first frame', 'last-frame': 'last frame' } as const;

/** All that is known of an image or a video: what was asked for, by which key, and what it took. */
export function Details({ record, onClose }: { record: MediaRecord; onClose: () => void }) {
  const { operation, order, kind, key } = record;
  const file = operation.files[0];
  const facts: readonly (readonly [string, ReactNode] | false)[] = [
    ['Model', order.model],
    order.aspectRatio !== null && ['Aspect ratio', order.aspectRatio],
    order.resolution !== null && ['Resolution', order.resolution],
    order.size !== null && ['Size', order.size.replace('x', ' × ')],
    order.seconds !== null && ['Length', `${String(order.seconds)} s`],
    ['Asked for', moment(operation.createdAt)],
    ['API quota', operation.quotaUsed === null ? 'not told' : number(operation.quotaUsed)],
    operation.refundedQuota !== null && operation.refundedQuota > 0 && ['Given back', `${number(operation.refundedQuota)} quota`],
    file !== undefined && ['On this machine', `${file.contentType}, ${size(file.bytes)}`],
    order.references.length > 0 && [
      'References',
      <ol key="references">
        {order.references.map(({ role, address, operationId }, index) => {
          const known = operationId === null ? undefined : recordOf(operationId);
          return (
            <li key={index}>
              {roles[role]}: {known ? titleOf(known) : operationId === null ? address : 'a picture of the gallery'}
            </li>
          );
        })}
      </ol>,
    ],
    ['Key', <code key="key">{key}</code>],
  ];
  return (
    <Dialog onClose={onClose} title={kind === 'image' ? 'An image' : 'A video'} size="var(--form-least)">
      <p className={classes.prompt}>{order.prompt}</p>
      <dl className={classes.facts}>
        {facts
          .filter((fact) => fact !== false)
          .map(([name, value]) => (
            <FactRow key={name} name={name} value={value} />
          ))}
      </dl>
      {operation.failure && operation.state !== 'done' && <FailureCard failure={operation.failure} about="This request" />}
      {operation.actions.includes('give-up') && <JobActions operation={operation} />}
      <RequestId id={operation.requestId} code={operation.code ?? undefined} />
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
