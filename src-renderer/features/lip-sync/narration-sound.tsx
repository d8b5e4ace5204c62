import { Button, Menu } from '@mantine/core';
import { IconWriting } from '@tabler/icons-react';
import { useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { newestTakes } from './narration-sound-store.ts';
import { useProject } from '../../core/project/project.ts';
import { useSources } from '../../core/sources/sources.ts';
import { clock } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { toastFailure } from '../../lib/toast.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';
import { chaptersWithSound, giveChapter, giveTake } from './stores.ts';

/** Sound of the open project in place of a file: a chapter, or a take. */
export function NarrationSound() {
  const takes = useProject((state) => state.takes);
  const canBeGiven = useSources((state) => state.whyNoFile === null);
  const [busy, setBusy] = useState(false);
  if (!canBeGiven || takes.length === 0) return null;
  const chapters = chaptersWithSound();
  const some = newestTakes(takes);
  const give = async (work: () => Promise<Failure | undefined>): Promise<void> => {
    setBusy(true);
    const failure = await work();
    setBusy(false);
    if (failure) toastFailure(failure);
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          className={classes.narration ?? ''}
          variant="default"
          leftSection={<IconWriting size={iconSize.normal} aria-hidden />}
          loading={busy}
        >
          {messages.lipSync.fromNarration}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.choices ?? ''}>
        {chapters.length > 0 && <Menu.Label>{messages.lipSync.chapters}</Menu.Label>}
        {chapters.map((chapter) => (
          <Menu.Item
            key={chapter.id}
            rightSection={<span className={classes.estimate}>{clock(chapter.seconds)}</span>}
            onClick={() => void give(() => giveChapter('lip-sync.audio', chapter))}
          >
            {chapter.name}
          </Menu.Item>
        ))}
        <Menu.Label>{messages.lipSync.takesNewestFirst}</Menu.Label>
        {some.map((take) => (
          <Menu.Item
            key={take.id}
            rightSection={<span className={classes.estimate}>{clock(take.seconds)}</span>}
            onClick={() => void give(() => giveTake('lip-sync.audio', take))}
          >
            {take.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
