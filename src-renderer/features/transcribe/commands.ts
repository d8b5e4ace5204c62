import { addCommands } from '../../core/commands/commands.ts';
import { offerPanelUndo } from '../../core/commands/panel-undo.ts';
import { playSound, stopSounds, toggleSound, useSounds } from '../../core/player/sounds.ts';
import { whyNotReady } from '../../core/studio/studio.ts';
import {
  askSpeaker,
  closeTranscript,
  redoEdit,
  stepMatch,
  submit,
  toggleChecked,
  undoEdit,
  useTranscriptEdits,
  useTranscripts,
} from './stores.ts';
import { whyFileIsRefused } from './form-rules.ts';
import { takeTransport } from '../../core/player/transport.ts';
import { messages } from '#shared/messages/index.ts';

/** Where the search of the open transcript is. */
export const findFieldId = 'transcript-find';

/** The commands that there are while Transcribe is shown. Space plays the sound of the open transcript. */
export function addTranscribeCommands(): () => void {
  const group = messages.transcribe.transcribe;
  const notOpen = (): string | undefined => (useTranscripts.getState().open ? undefined : messages.transcribe.openFirst);
  const sound = (): string | undefined => useTranscripts.getState().open?.record.sound?.url;
  const silent = (): string | undefined => notOpen() ?? (sound() === undefined ? messages.transcribe.audioMissing : undefined);
  const noSegment = (): string | undefined =>
    notOpen() ?? (useTranscriptEdits.getState().at === undefined ? messages.transcribe.goToSegmentFirst : undefined);
  const sure = (): string | undefined => {
    const { at, sent } = useTranscriptEdits.getState();
    return noSegment() ?? (sent.find(({ index }) => index === at)?.unsure === true ? undefined : messages.transcribe.nothingToCheck);
  };
  const noText = (): string | undefined =>
    notOpen() ?? (useTranscriptEdits.getState().segments.every(({ text }) => text.trim() === '') ? messages.transcribe.noText : undefined);
  const nothingFound = (): string | undefined =>
    notOpen() ?? (useTranscriptEdits.getState().matches.length > 0 ? undefined : messages.transcribe.typeToFind);
  const stops = [
    addCommands([
      {
        id: 'transcribe.create',
        title: messages.transcribe.transcribe,
        group,
        keys: ['Mod+Enter'],
        charges: true,
        run: () => void submit(),
        unavailable: () => {
          const state = useTranscripts.getState();
          if (state.creating) return messages.transcribe.transcriptionRunning;
          // What is aligned here needs no service.
          return (state.form.words === 'text' ? undefined : whyNotReady()) ?? whyFileIsRefused(state);
        },
      },
      {
        id: 'transcribe.close',
        title: messages.transcribe.closeTranscript,
        group,
        run: closeTranscript,
        unavailable: notOpen,
      },
      {
        id: 'transcribe.export',
        title: messages.transcribe.exportCommand,
        group,
        run: () => useTranscripts.setState({ dialog: 'export' }),
        unavailable: noText,
      },
      {
        id: 'transcribe.to-narration',
        title: messages.transcribe.sendToNarrationCommand,
        group,
        run: () => useTranscripts.setState({ dialog: 'narration' }),
        unavailable: noText,
      },
      {
        id: 'transcribe.find',
        title: messages.transcribe.findCommand,
        group,
        keys: ['Mod+F'],
        run: () => document.getElementById(findFieldId)?.focus(),
        unavailable: notOpen,
      },
      {
        id: 'transcribe.find-next',
        title: messages.transcribe.findNext,
        group,
        keys: ['F3'],
        whileWriting: true,
        run: () => stepMatch(1),
        unavailable: nothingFound,
      },
      {
        id: 'transcribe.find-previous',
        title: messages.transcribe.findPrevious,
        group,
        keys: ['Shift+F3'],
        whileWriting: true,
        run: () => stepMatch(-1),
        unavailable: nothingFound,
      },
      {
        id: 'transcribe.speaker',
        title: messages.transcribe.changeSpeaker,
        group,
        keys: ['F2'],
        whileWriting: true,
        run: () => askSpeaker(useTranscriptEdits.getState().at),
        unavailable: noSegment,
      },
      {
        id: 'transcribe.checked',
        title: messages.transcribe.toggleChecked,
        group,
        keys: ['Shift+F2'],
        whileWriting: true,
        run: () => toggleChecked(useTranscriptEdits.getState().at ?? -1),
        unavailable: sure,
      },
    ]),
    takeTransport({
      toggle: () => {
        const url = sound();
        if (url === undefined) return;
        if (useSounds.getState().url === url) toggleSound(url);
        else playSound(url);
      },
      stop: stopSounds,
      unavailable: silent,
    }),
    offerPanelUndo(
      useTranscriptEdits,
      ({ id, history }) => [id, history],
      ({ id, history: { past, future } }) =>
        id === undefined ? undefined : { undo: undoEdit, redo: redoEdit, canUndo: past.length > 0, canRedo: future.length > 0 },
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
