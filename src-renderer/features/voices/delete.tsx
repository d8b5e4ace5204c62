import { Button, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { shownName } from '../../core/voices/voice-search.ts';
import { deleteVoice, usersOf, useVoices } from '../../core/voices/voices.ts';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { fileName, formatList } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { toast } from '../../lib/toast.tsx';
import { chooseAnother } from './choose-another.ts';
import { stopAsking, useDeletion } from './stores.ts';
import classes from './delete.module.css';
import { messages } from '#shared/messages/index.ts';

type Users = Awaited<ReturnType<typeof usersOf>>;

/** Asks before a voice is deleted, wherever that was chosen: in its details, in its menu, by a key or a command. */
export function AskDelete() {
  const voice = useDeletion((state) => state.voice);
  return voice && <DeleteVoice key={voice.voiceId} voice={voice} onClose={stopAsking} />;
}

/** Before a personal voice is deleted: who speaks with it, and that nothing is refunded. */
function DeleteVoice({ voice, onClose }: { voice: CatalogueVoice; onClose: () => void }) {
  const name = useVoices((state) => shownName(voice, state.marks));
  const [users, setUsers] = useState<{ known: Users } | undefined>();
  const [state, setState] = useState<{ deleting: boolean; failure?: Failure }>({ deleting: false });
  useEffect(() => {
    const controller = new AbortController();
    void usersOf(voice.voiceId, controller.signal).then((known) => {
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
      messages.voices.voiceDeleted(name),
      answer.operation === null ? messages.voices.alreadyDeleted : messages.voices.voiceDeletedNote(markedIn(users?.known)),
    );
    onClose();
    if (useVoices.getState().currentId === voice.voiceId) chooseAnother();
  };
  return (
    <Dialog
      onClose={onClose}
      title={messages.voices.deleteTitle(name)}

      closeOnClickOutside={!state.deleting}
      closeOnEscape={!state.deleting}
    >
      <DialogWords>{messages.voices.deleteNote}</DialogWords>
      {users === undefined ? (
        <DialogWords>
          <Loader size={iconSize.small} /> {messages.voices.lookingForUsers}
        </DialogWords>
      ) : (
        <UsersList users={users.known} />
      )}
      {state.failure && <FailureCard failure={state.failure} />}
      <DialogActions>
        <Button variant="default" disabled={state.deleting} onClick={onClose} data-autofocus>
          {messages.voices.keepIt}
        </Button>
        <Button color="red" loading={state.deleting} disabled={users === undefined} onClick={() => void run()}>
          {messages.voices.deleteVoice}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Where what lacks a voice from now on is marked. Where nobody knows who uses it, in both. */
const markedIn = (users: Users): { narration: boolean; dubbing: boolean } => ({
  narration: users === undefined || users.projects.length + users.unread.length > 0,
  dubbing: users === undefined || users.dubs.length + users.unreadDubs > 0,
});

function UsersList({ users }: { users: Users }) {
  if (users === undefined) return <DialogWords>{messages.voices.usersNotFound}</DialogWords>;
  const { projects, dubs, unread, unreadDubs } = users;
  return (
    <>
      {projects.length + dubs.length === 0 && <DialogWords>{messages.voices.nothingUsesIt}</DialogWords>}
      {projects.length > 0 && (
        <>
          <DialogWords>{messages.voices.projectsUseIt}</DialogWords>
          <ul className={classes.projects} aria-label={messages.voices.projectsList}>
            {projects.map(({ title, path, blocks, isDefault, characters, open }) => (
              <li key={path}>
                <strong>{title}</strong>{' '}
                <span className={classes.quiet}>
                  {[
                    ...(isDefault ? [messages.voices.projectVoice] : []),
                    ...(characters.length > 0 ? [messages.voices.voiceOfCharacters(formatList(characters))] : []),
                    ...(blocks > 0 ? [messages.voices.block(blocks)] : []),
                    ...(open ? [messages.voices.projectOpen] : []),
                  ].join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {dubs.length > 0 && (
        <>
          <DialogWords>{messages.voices.dubsUseIt}</DialogWords>
          <ul className={classes.projects} aria-label={messages.voices.dubsList}>
            {dubs.map(({ id, title, segments }) => (
              <li key={id}>
                <strong>{title}</strong> <span className={classes.quiet}>{messages.dubbing.segment(segments)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {unread.length > 0 && <DialogWords>{messages.voices.projectsNotRead(unread.map(fileName).join(', '))}</DialogWords>}
      {unreadDubs > 0 && <DialogWords>{messages.voices.dubsNotRead(unreadDubs)}</DialogWords>}
    </>
  );
}
