import { Button, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { shownName } from '../../core/voices/voice-search.ts';
import { deleteVoice, projectsWith, useVoices } from '../../core/voices/voices.ts';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { fileName, plural } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { toast } from '../../lib/toast.tsx';
import classes from './delete.module.css';

type Users = Awaited<ReturnType<typeof projectsWith>>;

/** Before a personal voice is deleted: who speaks with it, and that nothing is refunded. */
export function DeleteVoice({ voice, onClose }: { voice: CatalogueVoice; onClose: () => void }) {
  const name = useVoices((state) => shownName(voice, state.marks));
  const [users, setUsers] = useState<{ known: Users } | undefined>();
  const [state, setState] = useState<{ deleting: boolean; failure?: Failure }>({ deleting: false });
  useEffect(() => {
    const controller = new AbortController();
    void projectsWith(voice.voiceId, controller.signal).then((known) => {
      if (!controller.signal.aborted) setUsers({ known });
    });
    return () => controller.abort();
  }, [voice.voiceId]);
  const run = async (): Promise<void> => {
    setState({ deleting: true });
    const answer = await deleteVoice(voice);
    if (!answer.ok) {
      setState({ deleting: false, failure: answer.failure });
      return;
    }
    toast(
      `${name} is deleted`,
      answer.operation === null
        ? 'The service did not have it any more; nothing was sent.'
        : 'What it has spoken is kept. Blocks that name it are marked in Narration, where another voice can be chosen for them.',
    );
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Delete ${name}?`}

      closeOnClickOutside={!state.deleting}
      closeOnEscape={!state.deleting}
    >
      <DialogWords>
        The voice is deleted at the service, for good. Nothing is refunded: neither what it cost to make, nor what it has spoken. Sound that
        was made with it stays in your projects.
      </DialogWords>
      {users === undefined ? (
        <DialogWords>
          <Loader size={iconSize.small} /> Looking for projects that speak with it…
        </DialogWords>
      ) : (
        <Projects users={users.known} />
      )}
      {state.failure && <FailureCard failure={state.failure} />}
      <DialogActions>
        <Button variant="default" disabled={state.deleting} onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button color="red" loading={state.deleting} disabled={users === undefined} onClick={() => void run()}>
          Delete the voice
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Projects({ users }: { users: Users }) {
  if (users === undefined) return <DialogWords>Which projects speak with it could not be found out.</DialogWords>;
  const { projects, unread } = users;
  return (
    <>
      {projects.length === 0 ? (
        <DialogWords>None of the projects that you opened last speaks with it.</DialogWords>
      ) : (
        <>
          <DialogWords>These projects speak with it; nothing new can be made with it there:</DialogWords>
          <ul className={classes.projects} aria-label="Projects that speak with it">
            {projects.map(({ title, path, blocks, isDefault, open }) => (
              <li key={path}>
                <strong>{title}</strong>{' '}
                <span className={classes.quiet}>
                  {[
                    ...(isDefault ? ['the project’s voice'] : []),
                    ...(blocks > 0 ? [plural(blocks, 'block')] : []),
                    ...(open ? ['open'] : []),
                  ].join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {unread.length > 0 && <DialogWords>Could not be looked into: {unread.map(fileName).join(', ')}.</DialogWords>}
    </>
  );
}
