import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { DragEvent } from 'react';
import { carriesVoice, useVoiceDrag } from '../../core/voices/voice-drag.ts';
import { hasMicrophoneOpen } from '../../features/clone/recorder-store.ts';
import { useRecorder } from '../../features/clone/stores.ts';
import { panelGroups, panels } from '../registry.ts';
import classes from './rail.module.css';
import { messages } from '#shared/messages/index.ts';

/** The panels, those that belong together in one group. The names are always visible, as icons alone are hard to tell apart. */
export function Rail({ current, onChoose }: { current: string | undefined; onChoose: (id: string) => void }) {
  const isMicrophoneOpen = useRecorder(hasMicrophoneOpen);
  const takesVoice = useVoiceDrag((state) => state.isDragged);
  return (
    <nav className={classes.rail} aria-label={messages.window.panels}>
      {panelGroups.map((group) => {
        const members = panels.filter((panel) => panel.group === group);
        return members.length === 0 ? null : (
          <div key={group} className={classes.group}>
            {members.map(({ id, name, icon: Icon }) => (
              <UnstyledButton
                key={id}
                className={classes.item}
                aria-current={id === current ? 'page' : undefined}
                onClick={() => onChoose(id)}
                data-takes-drag={(takesVoice && id === 'narration') || undefined}
                {...(id === 'narration' ? opening(() => onChoose(id)) : {})}
              >
                <Icon size="1.25rem" stroke={1.6} aria-hidden />
                <span>{name}</span>
                {id === 'clone' && isMicrophoneOpen && (
                  <span className={classes.open}>
                    <VisuallyHidden> {messages.clone.microphoneOpen}</VisuallyHidden>
                  </span>
                )}
              </UnstyledButton>
            ))}
          </div>
        );
      })}
    </nav>
  );
}

/** A voice that is held over an item for this long opens its panel, in milliseconds: so it can be dropped there, as in a file manager. */
const openAfterMs = 400;

function opening(open: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    onDragOver: (event: DragEvent): void => {
      if (!carriesVoice(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
      event.currentTarget.toggleAttribute('data-drag-over', true);
      timer ??= setTimeout(open, openAfterMs);
    },
    onDragLeave: (event: DragEvent): void => {
      event.currentTarget.removeAttribute('data-drag-over');
      stop();
    },
    onDrop: stop,
  };
}
