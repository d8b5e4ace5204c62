import { Autocomplete, Button, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { editLimits, listSpeakers } from '#shared/transcripts/edits.ts';
import { messages } from '#shared/messages/index.ts';
import { useKeys } from '../../core/commands/commands.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { ContextItem, ContextMenu, type Place } from '../../ui/context-menu.tsx';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { useFocusReturn } from '../../ui/focus-return.ts';
import { askSpeaker, assignSpeaker, goTo, restoreSegment, toggleChecked, useTranscriptEdits } from './stores.ts';
import { isChanged } from './segment-state.ts';
import classes from './segments.module.css';

interface OpenMenu {
  at: Place;
  index: number;
  /** Of the menu, so that one that is opened over another is a new one. */
  turn: number;
}

/** More of them are found by name. */
const mostInMenu = 12;

/**
 * The menu of a segment: `open` on a press with the right button and by the keys for menus. `menu` stands beside the segments, not in them: keys that are
 * pressed in the menu are no keys of segments.
 */
export function useSegmentMenu(): { open: (event: MouseEvent<HTMLElement>) => void; menu: ReactNode } {
  const [shown, show] = useState<OpenMenu>();
  const open = (event: MouseEvent<HTMLElement>): void => {
    const isPress = event.type === 'click';
    const isPointer = isPress || event.button === 2 || event.ctrlKey;
    // The browser's own menu, as everywhere.
    if (!isPress && isPointer && event.shiftKey) return;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-segment]') : null;
    if (!row) return;
    event.preventDefault();
    const index = Number(row.dataset['segment']);
    goTo(index);
    const box = row.getBoundingClientRect();
    const at = {
      ...(isPointer ? { x: event.clientX, y: event.clientY } : { x: box.left, y: box.bottom }),
      isByPointer: isPress ? event.detail > 0 : isPointer,
    };
    show((before) => ({ at, index, turn: (before?.turn ?? 0) + 1 }));
  };
  const menu = shown && <SegmentMenu key={shown.turn} at={shown.at} index={shown.index} onClose={() => show(undefined)} />;
  return { open, menu };
}

/** What can be done with a segment: the same acts, words and keys as elsewhere in the panel. */
function SegmentMenu({ index, at, onClose }: { index: number; at: Place; onClose: () => void }) {
  useFocusReturn();
  const segment = useTranscriptEdits(({ segments }) => segments.find((one) => one.index === index));
  const sent = useTranscriptEdits((state) => state.sent.find((one) => one.index === index));
  const segments = useTranscriptEdits((state) => state.segments);
  const changed = useTranscriptEdits(({ edits }) => isChanged(edits, index));
  const speakerKeys = useKeys('transcribe.speaker');
  const checkedKeys = useKeys('transcribe.checked');
  const speakers = listSpeakers(segments);
  if (!segment) return null;
  return (
    <ContextMenu name={messages.transcribe.segmentMenu} at={at} onClose={onClose}>
      {speakers.length > 0 && speakers.length <= mostInMenu && (
        <>
          <Menu.Label>{messages.transcribe.speaker}</Menu.Label>
          {speakers.map((speaker) => (
            <Menu.Item
              key={speaker}
              leftSection={
                speaker === segment.speaker ? (
                  <IconCheck size={iconSize.normal} aria-label={messages.transcribe.speaksNow} />
                ) : (
                  <IconCheck size={iconSize.normal} className={classes.noCheck} aria-hidden />
                )
              }
              onClick={() => assignSpeaker(index, speaker)}
            >
              {speaker}
            </Menu.Item>
          ))}
        </>
      )}
      <ContextItem keys={speakerKeys} onChoose={() => askSpeaker(index)}>
        {messages.transcribe.changeSpeaker}
      </ContextItem>
      {(sent?.unsure === true || changed) && <Menu.Divider />}
      {sent?.unsure === true && (
        <ContextItem keys={checkedKeys} onChoose={() => toggleChecked(index)}>
          {segment.unsure === true ? messages.transcribe.markChecked : messages.transcribe.markUnchecked}
        </ContextItem>
      )}
      {changed && <ContextItem onChoose={() => restoreSegment(index)}>{messages.transcribe.restoreOriginal}</ContextItem>}
    </ContextMenu>
  );
}

/** Asks who speaks one segment: a speaker of the transcript, or a new name. */
export function SpeakerDialog() {
  const index = useTranscriptEdits((state) => state.asksSpeakerOf);
  return index === undefined ? null : <AskSpeaker key={index} index={index} />;
}

function AskSpeaker({ index }: { index: number }) {
  const segments = useTranscriptEdits((state) => state.segments);
  const before = segments.find((one) => one.index === index)?.speaker ?? '';
  const [name, setName] = useState(before);
  const close = (): void => askSpeaker(undefined);
  const choose = (wanted: string): void => {
    if (wanted.trim() !== before) assignSpeaker(index, wanted);
    close();
  };
  return (
    <Dialog onClose={close} title={messages.transcribe.speakerOfSegment(String(index + 1))}>
      <DialogForm onSubmit={() => choose(name)}>
        <Autocomplete
          label={messages.transcribe.speaker}
          description={messages.transcribe.oneSegmentNote}
          placeholder={messages.transcribe.noSpeaker}
          data={listSpeakers(segments).filter((speaker) => speaker !== before)}
          value={name}
          maxLength={editLimits.speakerCharacters}
          spellCheck={false}
          data-autofocus
          onChange={setName}
          onOptionSubmit={choose}
        />
        <DialogActions>
          <Button variant="default" onClick={close}>
            {messages.transcribe.cancel}
          </Button>
          <Button type="submit">{messages.transcribe.changeWord}</Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
