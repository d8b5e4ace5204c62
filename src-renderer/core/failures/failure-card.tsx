import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatFailure, type Failure, type NextStep } from '#shared/failure.ts';
import {
  failureDetail,
  failureTitle,
  formatCharge,
  isPlainlySilent,
  plainFailure,
  reasonBelow,
  reasonWords,
  stepWords,
} from '../../lib/failure-words.ts';
import { useHost } from '../host/host.ts';
import { useStudio } from '../studio/studio.ts';
import { FailureLinks, hasLinks } from './failure-links.tsx';
import { credits, number } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { recoverabilityOf } from '../../lib/recoverability.ts';
import { Fold } from '../../ui/fold.tsx';
import { RecoverabilityBadge } from '../../ui/recoverability-badge.tsx';
import { RequestId } from '../../ui/request-id.tsx';
import classes from './failure-card.module.css';
import { messages } from '#shared/messages/index.ts';

interface FailureCardProps {
  failure: Failure;
  /** The ids of all requests that failed so; that of `failure` unless given. */
  requestIds?: readonly string[];
  /** A heading in place of the kind's own, where that speaks of files and accounts and this is about neither. */
  title?: string | undefined;
  /** What it happened to, in a few words, or a sentence that says what did not work. */
  about?: ReactNode;
  /** What did not work, as a sentence: the heading where the kind of failure has none of its own. */
  failed?: string;
  /** The next step as a button, where there is one. */
  action?: ReactNode;
  /** What can be done about it, where each has words of its own: in place of the next step in words. */
  steps?: ReactNode;
  /** Of several requests: how many may have been charged, in place of the words about one. */
  charge?: string | undefined;
  /** False where no paid work was meant. */
  paid?: boolean;
  /** True where a connection is being set up: which address gave no answer, and why, is what a person needs there. */
  exact?: boolean;
  onDismiss?: () => void;
}

/** What failed, whether it was charged, what to do now, and the request id to quote. While the window is not connected, its dialog alone says so. */
export function FailureCard(props: FailureCardProps) {
  const isConnected = useHost(({ status }) => status === 'open');
  return props.failure.kind === 'disconnected' && !isConnected ? null : <Card {...props} />;
}

function Card({
  failure,
  about,
  failed = toHeading(about),
  action,
  steps,
  charge,
  paid = true,
  exact = false,
  // Where nothing was to be sent, no request could not be sent.
  title = !paid && failure.kind === 'invalid-input' ? messages.shapes.titleNotPossible : failureTitle(failure, failed),
  onDismiss,
  ...given
}: FailureCardProps) {
  const [requestId, ...more] = given.requestIds ?? (failure.requestId === undefined ? [] : [failure.requestId]);
  const linked = requestId !== undefined || hasLinks(failure, paid);
  const detail = exact ? undefined : failureDetail(failure);
  const details = detail !== undefined && (
    <Fold title={messages.shapes.details} remember="failure-details">
      <p className={classes.said}>{detail}</p>
    </Fold>
  );
  const reason = reasonBelow(title, paid ? reasonWords(failure) : exact ? formatFailure(failure) : plainFailure(failure));
  const recoverable = paid ? recoverabilityOf(failure) : undefined;
  return (
    <section className={classes.card} role="alert" aria-label={title} data-dismissed={onDismiss !== undefined || undefined}>
      <IconAlertTriangle className={classes.icon} size={iconSize.large} stroke={1.75} aria-hidden />
      <div className={classes.body} data-beside={(action !== undefined && !linked) || undefined}>
        <div className={classes.words}>
          <h3 className={classes.title}>
            {title}
            {about !== undefined && title !== failed && <span className={classes.about}>{about}</span>}
          </h3>
          <p className={classes.message}>
            {reason} {!exact && isPlainlySilent(failure) && messages.shapes.workSafe}{' '}
            {paid && <strong className={classes.charge}>{charge ?? formatCharge(failure)}</strong>} <Left next={failure.next} />{' '}
            {steps === undefined && stepWords(failure)}
          </p>
          {recoverable && <RecoverabilityBadge {...recoverable} open />}
          {steps}
          {!linked && details}
        </div>
        {(action !== undefined || linked) && (
          <div className={classes.foot}>
            {action}
            <FailureLinks failure={failure} paid={paid} />
            {requestId !== undefined && <RequestId id={requestId} code={failure.code} detail={failure.detail} more={more} />}
            {linked && details}
          </div>
        )}
      </div>
      {onDismiss && (
        <ActionIcon aria-label={messages.failures.dismiss} onClick={onDismiss} className={classes.dismiss}>
          <IconX size={iconSize.normal} aria-hidden />
        </ActionIcon>
      )}
    </section>
  );
}

/** A sentence can be a heading; a name cannot. */
const toHeading = (about: ReactNode): string | undefined =>
  typeof about === 'string' && /\p{L}\.$/u.test(about) ? about.slice(0, -1) : undefined;

/** What is left of what there was too little of, where the service says. */
function Left({ next }: { next: NextStep }) {
  const account = useStudio((state) => state.account);
  if (next === 'add-credits' && account?.credits != null) return messages.failures.creditsLeft(credits(account.credits));
  if (next === 'add-quota' && account?.apiQuotaRemaining != null) return messages.failures.quotaLeft(number(account.apiQuotaRemaining));
  return null;
}
