import { cutText } from '#shared/cut-text.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { resultOf, saveResult, readFacts } from './media-jobs.ts';
import { useIsServiceGone } from '../connections/connection-failure.tsx';
import { FailureCard } from '../failures/failure-card.tsx';
import { credits, size } from '../../lib/format.ts';
import { canBeTried } from '../../lib/failure-words.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { JobActions } from '../jobs/job-actions.tsx';
import { JobRow } from '../jobs/job-row.tsx';
import { costWords, kindWords, stateGlyphs, stateWords } from '../jobs/job-words.ts';
import { announce } from '../../lib/live-region.tsx';
import { toast, toastFailure } from '../../lib/toast.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { useNow } from '../../lib/use-now.ts';
import classes from './media-job.module.css';
import { messages } from '#shared/messages/index.ts';
import { movesNoLips } from '#shared/wire/lip-sync.ts';

interface MediaJobProps {
  operation: PaidOperation;
  title: string;
  /** What else can be done with it: buttons. */
  again?: ReactNode;
  /** Puts it away. */
  onClose?: () => void;
  /** Sends it once more; offered where it failed and cost nothing. */
  onTryAgain?: (() => void) | undefined;
  /** What can be done with its result, in words. */
  next?: string | undefined;
  /** What of it is not in its result, in words. */
  missing?: string | undefined;
}

/** Says how a job ended that was under way while it was shown. */
function useEndAnnounced({ operationId, state }: PaidOperation, title: string, missing: string | undefined): void {
  const before = useRef({ operationId, state });
  useEffect(() => {
    const wasGoingOn = before.current.operationId === operationId && ['sending', 'waiting'].includes(before.current.state);
    before.current = { operationId, state };
    if (wasGoingOn && !['sending', 'waiting'].includes(state))
      announce([`${title}: ${stateWords[state]}`, ...(missing === undefined ? [] : [missing])].join('. '));
  }, [operationId, state, title, missing]);
}

/** A job that ends in a video: how it stands, what it cost or gave back, what failed, and what can be done about it. */
export function MediaJob({ operation, title, again, onClose, onTryAgain, next, missing }: MediaJobProps) {
  const { state, family, failure, actions } = operation;
  useEndAnnounced(operation, title, missing);
  const { note } = readFacts(operation);
  const words = state === 'done' ? [next, note === movesNoLips ? messages.mediaJobs.movesNoLips : note].filter(Boolean).join(' ') : '';
  const isGoingOn = state === 'sending' || state === 'waiting';
  const isSaidAbove = useIsServiceGone(failure) && isGoingOn;
  const isShown = failure !== null && state !== 'done' && !isSaidAbove;
  return (
    <section className={classes.job} aria-label={messages.mediaJobs.job}>
      <JobRow
        kind={kindWords[family]}
        title={title}
        status={stateGlyphs[state]}
        words={stateWords[state]}
        cost={billWords(operation)}
        next={
          <>
            {isGoingOn && <Elapsed since={operation.createdAt} />}
            <Save operation={operation} title={title} />
            {again}
            {onClose && (
              <ActionIcon aria-label={messages.shapes.close} onClick={onClose}>
                <IconX size={iconSize.normal} aria-hidden />
              </ActionIcon>
            )}
          </>
        }
      />
      {missing !== undefined && (
        <p className={classes.missing}>
          <StatusGlyph status="incomplete">{missing}</StatusGlyph>
        </p>
      )}
      {words !== '' && <p className={classes.note}>{words}</p>}
      {isShown && (
        <div className={classes.failure}>
          <FailureCard
            failure={failure}
            requestIds={[failure.requestId ?? operation.serviceRequestId ?? operation.requestId]}
            action={
              onTryAgain && actions.length === 0 && canBeTried(failure) ? (
                <Button variant="default" onClick={onTryAgain}>
                  {messages.failures.tryAgain}
                </Button>
              ) : undefined
            }
            steps={actions.length > 0 ? <JobActions operation={operation} within /> : undefined}
          />
        </div>
      )}
      {actions.length > 0 && !isShown && (
        <div className={classes.steps}>
          <JobActions operation={operation} within />
        </div>
      )}
    </section>
  );
}

/** What was billed, what it cost, and what came back. */
function billWords(operation: PaidOperation): string {
  const { billed } = readFacts(operation);
  const { creditsUsed, refundedCredits } = operation;
  const cost = costWords(operation);
  const seconds = billed === null ? '' : messages.mediaJobs.billed(messages.mediaJobs.second(billed));
  const left =
    refundedCredits !== null && refundedCredits > 0 && creditsUsed !== null && creditsUsed > 0
      ? messages.mediaJobs.creditsCharged(credits(creditsUsed))
      : '';
  return `${operation.state === 'failed' ? '' : seconds}${cost}${left}`;
}

function Elapsed({ since }: { since: number }) {
  const now = useNow(1000);
  return (
    <span className={classes.elapsed}>
      {messages.mediaJobs.soFar(messages.mediaJobs.second(Math.max(0, Math.round((now - since) / 1000))))}
    </span>
  );
}

function Save({ operation, title }: { operation: PaidOperation; title: string }) {
  const [busy, setBusy] = useState(false);
  const file = resultOf(operation);
  if (!file) return null;
  const save = async (): Promise<void> => {
    setBusy(true);
    const answer = await saveResult(operation, fileNameOf(title));
    setBusy(false);
    if (!answer.ok) toastFailure(answer.failure);
    else if (answer.value)
      toast(
        messages.mediaJobs.saved,
        answer.value.path === null ? messages.mediaJobs.savedToDownloads(answer.value.name) : messages.mediaJobs.savedAt(answer.value.path),
      );
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={iconSize.normal} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
      aria-description={size(file.bytes)}
    >
      {messages.mediaJobs.saveVideo}
    </Button>
  );
}

/** Of the files that a title names. */
const mediaExtension = /\.(?:aac|flac|m4a|m4v|mkv|mov|mp3|mp4|ogg|opus|wav|webm)\b/giu;

function fileNameOf(title: string): string {
  const plain = title
    .normalize('NFC')
    .replaceAll(mediaExtension, '')
    .replaceAll(/[^\p{L}\p{N} ]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const words = cutText(plain, 60).trim();
  return words === '' ? messages.mediaJobs.video : words;
}
