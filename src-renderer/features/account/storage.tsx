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
import { Amount } from './amount.tsx';
import { UnusedDialog } from './unused-dialog.tsx';
import classes from './storage.module.css';
import page from './panel.module.css';

const words: Readonly<Record<StoragePart, { name: string; note: string }>> = {
  decoded: { name: 'Decoded sound', note: 'Made again from the takes when it is heard.' },
  downloads: { name: 'Finished exports', note: 'Copies for the browser’s downloads, until the studio ends.' },
  uploads: { name: 'Dropped files', note: 'Until the studio ends.' },
  'paid-sound': { name: 'Paid sound', note: 'Kept until you remove it: the same words are never bought again.' },
  'paid-media': { name: 'Paid pictures, videos, lines and texts', note: 'Kept until you remove what nobody uses.' },
  sources: { name: 'Given videos and sounds', note: 'For Lip sync and Dubbing, until they are not used for a month.' },
  dubs: { name: 'Dubs', note: 'Their videos and decoded sound, until a dub is removed in Dubbing.' },
  ledger: { name: 'Ledger of paid work', note: 'Kept.' },
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
    toast('Cleaned up', `${size(answer.value.freedBytes)} freed. Every take is still there.`);
    announce(`Cleaned up: ${size(answer.value.freedBytes)} freed.`);
  };
  const large = useStudio(largeResults);
  const limit = useStudio((state) => state.settings.largeResults);
  const [removing, setRemoving] = useState(false);
  const canClean = storage.state === 'ready' && freeable(storage.value) > 0;
  return (
    <Section
      title="Storage"
      actions={
        <Button variant="default" loading={busy} disabled={!canClean} onClick={() => void cleanUp()}>
          {storage.state === 'ready' ? `Clean up ${size(freeable(storage.value))}` : 'Clean up'}
        </Button>
      }
    >
      {storage.state === 'loading' && <Loader size={iconSize.large} />}
      {storage.state === 'failed' && (
        <FailureCard
          failure={storage.failure}
          paid={false}
          about="What is on the disk could not be read."
          action={
            <Button variant="default" onClick={() => void loadStorage()}>
              Read again
            </Button>
          }
        />
      )}
      {failure && <FailureCard failure={failure} paid={false} about="Cleaning up" onDismiss={() => setFailure(undefined)} />}
      {storage.state === 'ready' && (
        <>
          <table className={classes.table}>
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
          <p className={page.note}>
            Cleaning up drops decoded sound and finished exports. No take goes, chosen or not, and nothing that was paid for. Folder:{' '}
            {storage.value.folder}
          </p>
          {large !== undefined && <p className={`${page.note ?? ''} ${page.warn ?? ''}`}>{large}</p>}
          <div className={page.row}>
            <Amount
              key={String(limit)}
              className={page.grow}
              label="Tell me when paid results take more than"
              placeholder="Never"
              unit="GB"
              max={1_000_000}
              decimals={3}
              value={limit}
              onSet={(largeResults) => {
                if (largeResults !== 0) void updateSettings({ largeResults });
              }}
            />
            <Button variant="default" onClick={() => setRemoving(true)}>
              Remove results nobody uses…
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
