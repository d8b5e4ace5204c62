import { cutText } from '#shared/cut-text.ts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useKeys, withKeys } from '../../core/commands/commands.ts';
import { runCommandNamed } from '../../core/commands/run-command.ts';
import { useOwnUndo } from '../../core/commands/panel-undo.ts';
import { openManuscript, updateProject, useProject } from '../../core/project/project.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { toastFailure, useOffersUndo } from '../../lib/toast.tsx';
import { showStart } from '../../core/window/window.ts';
import { ProjectMenu } from './project-menu.tsx';
import { calmly, wordsOf } from './saving-words.ts';
import { Toasts } from './toasts.tsx';
import classes from './top-bar.module.css';
import { messages } from '#shared/messages/index.ts';
import { plainFailure } from '../../lib/failure-words.ts';

export function TopBar({ start }: { start: boolean }) {
  const { canUndo, canRedo, details } = useProject(useShallow(({ canUndo, canRedo, details }) => ({ canUndo, canRedo, details })));
  const own = useOwnUndo((state) => state.own);
  const isOffered = useOffersUndo();
  const undoKeys = useKeys('edit.undo');
  const redoKeys = useKeys('edit.redo');
  return (
    <header className={classes.bar}>
      <StartButton isShown={start} />
      <ProjectMenu />
      {details && <Title key={details.projectId} title={details.title} />}
      <SavingState />
      <Toasts />
      <Tooltip label={withKeys(messages.window.undo, undoKeys)}>
        <ActionIcon
          aria-label={messages.window.undo}
          {...whileNothing(isOffered || (own?.canUndo ?? canUndo))}
          onClick={() => runCommandNamed('edit.undo')}
        >
          <IconArrowBackUp size={iconSize.large} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={withKeys(messages.window.redo, redoKeys)}>
        <ActionIcon
          aria-label={messages.window.redo}
          {...whileNothing(own?.canRedo ?? canRedo)}
          onClick={() => runCommandNamed('edit.redo')}
        >
          <IconArrowForwardUp size={iconSize.large} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </header>
  );
}

/** A button that has nothing to do looks so, and keeps the focus that it has: a person who undoes the last act is still there. */
const whileNothing = (canAct: boolean) => (canAct ? {} : { 'data-disabled': true, 'aria-disabled': true });

/** The studio's mark: a line of speech, the word that is spoken in the middle. It leads to the Start screen. */
function StartButton({ isShown }: { isShown: boolean }) {
  return (
    // Below it is the first panel.
    <Tooltip label={messages.window.startScreen} position="right">
      <ActionIcon
        className={classes.mark}
        aria-label={messages.window.startScreen}
        aria-current={isShown ? 'page' : undefined}
        onClick={showStart}
      >
        <svg viewBox="0 0 20 20" aria-hidden>
          <path d="M3 8.5v3M6.5 5.5v9M13.5 7v6M17 9v2" />
          <path className={classes.spoken} d="M10 7.5v5" />
        </svg>
      </ActionIcon>
    </Tooltip>
  );
}

function Title({ title }: { title: string }) {
  const [draft, setDraft] = useState(title);
  useEffect(() => {
    document.title = messages.window.windowTitle(title);
  }, [title]);
  const commit = (): void => {
    const wanted = cutText(draft.trim(), 200);
    if (wanted === '' || wanted === title) setDraft(title);
    else void updateProject({ title: wanted }).then((failure) => failure && toastFailure(failure));
  };
  return (
    <input
      className={classes.title}
      aria-label={messages.window.projectTitle}
      title={draft}
      value={draft}
      maxLength={200}
      spellCheck={false}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setDraft(title);
      }}
    />
  );
}

function SavingState() {
  const [saving, setSaving] = useState(() => wordsOf(useProject.getState().saving));
  useEffect(() => {
    const tell = calmly(setSaving);
    const off = useProject.subscribe((state) => tell(state.saving));
    return () => {
      off();
      tell(undefined);
    };
  }, []);
  const open = useProject((state) => state.status === 'open');
  if (!open) return null;
  if (typeof saving === 'string') return <span className={classes.saving}>{saving}</span>;
  return (
    <span className={classes.unsaved} role="alert">
      {messages.window.notSaved(plainFailure(saving.failure))}{' '}
      <button
        type="button"
        className={classes.again}
        onClick={() =>
          void openManuscript()
            ?.flush()
            .catch(() => undefined)
        }
      >
        {messages.window.saveNow}
      </button>
    </span>
  );
}
