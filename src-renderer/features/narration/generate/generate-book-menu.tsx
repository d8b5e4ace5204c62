import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { messages } from '#shared/messages/index.ts';
import { useProject } from '../../../core/project/project.ts';
import { useStudio, whyNotReady } from '../../../core/studio/studio.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { generateBook, useBookToMake } from './book-to-make.ts';
import { noVoice as voiceFirst } from '../commands.ts';
import { EstimateWords } from './estimate-words.tsx';
import classes from './generate-actions.module.css';

/** Beside Generate chapter: all chapters at once, with their price. It asks before it makes more than the chapter. */
export function GenerateBookMenu() {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="default"
          className={classes.more ?? ''}
          aria-label={messages.narration.generateMore}
          data-command="speech.generate-book"
        >
          <IconChevronDown size={iconSize.small} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <BookItem />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Reads the book when the menu is opened. */
function BookItem() {
  const { count, leftOut, why: whyNothing, estimate } = useBookToMake();
  const unready = useStudio((state) => whyNotReady(state));
  const noVoice = useProject((state) => state.details?.voiceId === null);
  const why = unready ?? whyNothing ?? (noVoice ? voiceFirst : undefined);
  return (
    <Menu.Item disabled={why !== undefined} onClick={generateBook}>
      {messages.narration.generateBook}
      <span className={classes.itemNote}>{why ?? <EstimateWords estimate={estimate} count={count} leftOut={leftOut} full />}</span>
    </Menu.Item>
  );
}
