import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { fail, reword, type Failure } from '#shared/failure.ts';
import type { DesignRecord } from '#shared/operations/paid.ts';
import { previewExpired } from '#shared/wire/voice-designs.ts';
import type { DesignOrder } from './designs-state.ts';
import { belongsElsewhere, isSame, orderOf } from './designs-store.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { ConnectionFailure, useSaidByConnection } from '../../core/connections/connection-failure.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import classes from './candidates.module.css';
import { messages } from '#shared/messages/index.ts';
import { createCandidates, saveVoice, useDesigns } from './stores.ts';
import { message } from '#shared/messages/message.ts';

/** What stands in the way of a design: the service, and the last request, whose card alone says whether it was charged. */
export function DesignFailures() {
  const failed = useDesigns((state) => state.createFailure);
  const isSaidAbove = useSaidByConnection(failed?.failure);
  const isOpen = useDesigns(({ open }) => open !== undefined && failed !== undefined && isSame(failed.order, open));
  return (
    <>
      <ConnectionFailure kept={messages.design.historyAvailable} />
      {failed && !isSaidAbove && !isOpen && (
        <FailureCard
          failure={failed.failure}
          about={messages.design.designTitle(failed.order.prompt.slice(0, 60))}
          failed={messages.design.notDesigned}
          action={<Again failure={failed.failure} order={failed.order} />}
          steps={sameKeyWords(failed.failure)}
          onDismiss={() => useDesigns.setState({ createFailure: undefined })}
        />
      )}
    </>
  );
}

/** Why the open design has no candidates, in their place: the request that has just failed, or an earlier one. */
export function RecordFailure({ record }: { record: DesignRecord }) {
  const elsewhere = useStudio((state) => belongsElsewhere(record, state.connection?.id));
  const creating = useDesigns((state) => state.creating !== undefined);
  const now = useDesigns(({ createFailure }) => (createFailure && isSame(createFailure.order, record) ? createFailure.failure : undefined));
  const isSaidAbove = useSaidByConnection(now);
  const failure = now ?? record.operation.failure;
  if (failure === null || record.operation.state === 'done' || creating || isSaidAbove) return null;
  return (
    <FailureCard
      failure={failure}
      about={elsewhere}
      failed={messages.design.notDesigned}
      action={elsewhere === undefined ? <Again failure={failure} order={record} /> : undefined}
      steps={elsewhere === undefined ? sameKeyWords(failure) : undefined}
    />
  );
}

/** Where the outcome is not known, “Try again” is not the name of the button: what its press does and costs. */
const sameKeyWords = ({ charged, next }: Failure): ReactNode =>
  charged === 'unknown' && next !== 'fix-input' ? <p className={classes.note}>{messages.design.askAgainNote}</p> : undefined;

/** The next step as a button: asking with the same key where the outcome is not known, else a request again where one can help. */
function Again({ failure, order }: { failure: Failure; order: DesignOrder }): ReactNode {
  const busy = useDesigns((state) => state.creating !== undefined);
  // The form's own button asks for exactly this again: one act has one button.
  const isInForm = useDesigns(({ draft }) => failure.charged === 'unknown' && isSame(orderOf(draft), order));
  if (failure.next === 'fix-input' || isInForm) return null;
  const wanted = { prompt: order.prompt, previewText: order.previewText, providers: order.providers };
  return (
    <Button variant="default" loading={busy} onClick={() => void createCandidates(wanted)}>
      {failure.charged === 'unknown'
        ? messages.design.askAgain
        : failure.charged === 'yes'
          ? messages.design.fetchPreviews
          : messages.design.tryAgain}
    </Button>
  );
}

/** Creates candidates by the same order again; what that costs is asked first. */
export function DesignAgain({ record: { prompt, previewText, providers } }: { record: DesignOrder }) {
  const busy = useDesigns((state) => state.creating !== undefined);
  return (
    <Button variant="default" loading={busy} onClick={() => void createCandidates({ prompt, previewText, providers })}>
      {messages.design.designAgain}
    </Button>
  );
}

/** Saves that failed, or whose answer never came, of the open design. */
export function SaveFailures({ record }: { record: DesignRecord }) {
  const failure = useDesigns((state) => state.saveFailure);
  const saving = useDesigns((state) => state.saving);
  const form = useDesigns((state) => state.form);
  const lost = record.saves.filter(({ operation }) => operation.state === 'unknown');
  return (
    <>
      {lost.map(({ operation, fields }) => (
        <FailureCard
          key={operation.operationId}
          failure={
            operation.failure ??
            fail('outcome-unknown', message('design.noResponse'), { charged: 'unknown', next: 'retry', requestId: operation.requestId })
              .failure
          }
          about={messages.design.savingSubject(fields.name)}
          action={
            <Button variant="default" loading={saving} onClick={() => void saveVoice(fields)}>
              {messages.design.askAgain}
            </Button>
          }
          steps={<p className={classes.note}>{messages.design.askAgainNote}</p>}
        />
      ))}
      {failure && !(failure.charged === 'unknown' && lost.length > 0) && (
        <FailureCard
          failure={isExpired(failure) ? expired(failure) : failure}
          about={form ? messages.design.savingSubject(form.name.trim()) : messages.design.savingVoice}
          action={
            isExpired(failure) ? (
              <DesignAgain record={record} />
            ) : failure.next === 'fix-input' ? undefined : (
              <Button variant="default" loading={saving} onClick={() => void saveVoice()}>
                {messages.design.tryAgain}
              </Button>
            )
          }
          onDismiss={() => useDesigns.setState({ saveFailure: undefined })}
        />
      )}
    </>
  );
}

/** The service does not have the design any more; the code is the local service's, the status everybody's. */
const isExpired = ({ code, status }: Failure): boolean => code === previewExpired || status === 404;

const expired = (failure: Failure): Failure => reword(failure, message('design.designExpired'), { next: 'generate-again' });
