import { Button } from '@mantine/core';
import { messages } from '#shared/messages/index.ts';
import { runCommandNamed } from '../../../core/commands/run-command.ts';
import { openManuscript, useProject } from '../../../core/project/project.ts';
import classes from './script.module.css';

/** Under an empty script while Redo would bring chapters with text back, such as those of a manuscript: the toast of Undo is soon gone. */
export function UndoneChapters() {
  const chapters = useProject(({ canRedo }) => (canRedo ? countWritten() : 0));
  if (chapters === 0) return null;
  return (
    <p className={classes.undone}>
      {messages.narration.chaptersUndone(messages.chapter.chapter(chapters))}
      <Button variant="default" onClick={() => runCommandNamed('edit.redo')}>
        {messages.window.redo}
      </Button>
    </p>
  );
}

function countWritten(): number {
  const manuscript = openManuscript();
  return manuscript?.chaptersToRedo.filter(({ id }) => manuscript.document(id).textContent.trim() !== '').length ?? 0;
}
