import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { cleanable, type Storage, type StoragePart } from '#shared/operations/office.ts';
import { clean, largeResults, loadStorage, useAccount } from '../../core/account/account.ts';
import { updateSettings, useStudio } from '../../core/studio/studio.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { number, size } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../lib/toast.tsx';
import { Amount } from '../../features/account/amount.tsx';
import { UnusedDialog } from './unused-dialog.tsx';
import classes from './storage.module.css';
import page from '../../features/account/panel.module.css';
import { messages } from '#shared/messages/index.ts';

const words: Readonly<Record<StoragePart, { name: string; note: string }>> = {
  decoded: { name: messages.account.decodedAudio, note: messages.account.decodedAudioNote },
  downloads: { name: messages.account.finishedExports, note: messages.account.exportsNote },
  uploads: { name: messages.account.droppedFiles, note: messages.account.droppedFilesNote },
  'paid-sound': { name: messages.account.paidAudio, note: messages.account.paidAudioNote },
  'paid-media': { name: messages.account.paidMedia, note: messages.account.paidMediaNote },
  sources: { name: messages.account.sourceMedia, note: messages.account.sourceMediaNote },
  dubs: { name: messages.account.dubs, note: messages.account.dubsNote },
  undo: { name: messages.account.undoHistories, note: messages.account.undoHistoriesNote },
  ledger: { name: messages.account.jobRecords, note: messages.account.jobRecordsNote },
};

/** What the studio keeps beside the projects, and making room without losing anything that was paid for. */
export function StorageSection() {
  const storage = useAccount((state) => state.storage);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const cleanUp = async (): Promise<void> => {
    setBusy(true);
    const answer = await clean(cleanable);
    setBusy(false);
    setFailure(answer.ok ? undefined : answer.failure);
    if (!answer.ok) return;
    toast(messages.account.cleanedUp, messages.account.cleanedUpToast(size(answer.value.freedBytes)));
    announce(messages.account.cleanedUpFreed(size(answer.value.freedBytes)));
  };
  const large = useStudio(largeResults);
  const limit = useStudio((state) => state.settings.largeResults);
  const [removing, setRemoving] = useState(false);
  const canClean = storage.state === 'ready' && freeable(storage.value) > 0;
  return (
    <Section
      title={messages.account.storage}
      actions={
        <Button variant="default" loading={busy} disabled={!canClean} onClick={() => void cleanUp()}>
          {storage.state === 'ready' ? messages.account.cleanUpSize(size(freeable(storage.value))) : messages.account.cleanUp}
        </Button>
      }
    >
      {storage.state === 'loading' && <Loader size={iconSize.large} />}
      {storage.state === 'failed' && (
        <FailureCard
          failure={storage.failure}
          paid={false}
          about={messages.account.storageNotLoaded}
          action={
            <Button variant="default" onClick={() => void loadStorage()}>
              {messages.account.readAgain}
            </Button>
          }
        />
      )}
      {failure && (
        <FailureCard failure={failure} paid={false} about={messages.account.cleaningUp} onDismiss={() => setFailure(undefined)} />
      )}
      {storage.state === 'ready' && (
        <>
          <table className={classes.table} aria-label={messages.account.storage}>
            <tbody>
              {storage.value.parts.map(({ part, bytes, files }) => (
                <tr key={part}>
                  <th scope="row">
                    {words[part].name}
                    <span className={classes.note}>{words[part].note}</span>
                  </th>
                  <td>{number(files)}</td>
                  <td>{size(bytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={page.note}>{messages.account.cleanUpNote(storage.value.folder)}</p>
          {large !== undefined && <p className={`${page.note ?? ''} ${page.warn ?? ''}`}>{large}</p>}
          <div className={page.row}>
            <Amount
              key={String(limit)}
              className={page.grow}
              label={messages.account.warnAbove}
              placeholder={messages.account.never}
              unit={messages.account.gb}
              max={1_000_000}
              decimals={3}
              value={limit}
              onSet={(largeResults) => {
                if (largeResults !== 0) void updateSettings({ largeResults });
              }}
            />
            <Button variant="default" onClick={() => setRemoving(true)}>
              {messages.account.removeUnusedEllipsis}
            </Button>
          </div>
          {removing && <UnusedDialog onClose={() => setRemoving(false)} />}
        </>
      )}
    </Section>
  );
}

const freeable = ({ parts }: Storage): number =>
  parts.filter(({ part }) => (cleanable as readonly string[]).includes(part)).reduce((sum, { bytes }) => sum + bytes, 0);
