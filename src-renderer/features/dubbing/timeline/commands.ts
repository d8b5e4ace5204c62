import { addCommands } from '../../../core/commands/commands.ts';
import {
  currentSegment,
  mergeSelected,
  mergeWithNext,
  redoDub,
  selectAll,
  showRename,
  splitSegment,
  undoDub,
  useDubs,
  whyNotAdded,
  whyNotMerged,
  whyNotMergedWithNext,
} from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { askToExport, useDubFiles } from '../../../core/dubbing-timeline/files.ts';
import { whyNothing } from './making-store.ts';
import { offerPanelUndo } from '../../../core/commands/panel-undo.ts';
import { useStudio, whyNotReady } from '../../../core/studio/studio.ts';
import { findGoneVoices } from '../../../core/voices/gone-voices.ts';
import { addPlayerCommands } from '../../../core/player/video-players.tsx';
import { takeTransport } from '../../../core/player/transport.ts';
import { announce } from '../../../lib/live-region.tsx';
import { whyNotAnotherTake } from './segment-acts.ts';
import { addHere } from './segment-keys.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { messages } from '#shared/messages/index.ts';
import {
  generateAll,
  makeAnother,
  useMaking,
  heardAt,
  nudgeDub,
  pauseDub,
  seekDub,
  toggleCaptions,
  toggleDub,
  useDubPlayer,
} from '../stores.ts';

const noDub = (): string | undefined => (useDubs.getState().dub ? undefined : messages.dubbing.openDubFirst);

function whyNoOtherTake(): string | undefined {
  const [{ dub }, segment] = [useDubs.getState(), currentSegment()];
  if (!dub || !segment) return messages.dubbing.noSelectionHint;
  return useMaking.getState().running
    ? messages.dubbing.generationRunning
    : whyNotAnotherTake(segment, dub, findGoneVoices(useStudio.getState()));
}

/** The commands that there are while the time line is shown. Space plays the dub. */
export function addTimelineCommands(): () => void {
  const group = messages.dubbing.dubbing;
  const split = (): void => {
    const problem = splitSegment(heardAt());
    if (problem !== undefined) announce(problem);
  };
  const exportable = (): string | undefined => noDub() ?? (useDubFiles.getState().exporting ? messages.dubbing.exportRunning : undefined);
  const stops = [
    addCommands([
      {
        id: 'dub.generate-all',
        title: messages.dubbing.generateAllCommand,
        group,
        keys: ['Mod+Enter'],
        charges: true,
        run: () => void generateAll(),
        unavailable: () =>
          noDub() ??
          whyNotReady() ??
          (useMaking.getState().running
            ? messages.dubbing.generationRunning
            : whyNothing(useDubs.getState().dub, findGoneVoices(useStudio.getState()))),
      },
      {
        id: 'dub.another-take',
        title: messages.narration.anotherTake,
        group,
        charges: true,
        run: () => {
          const segment = currentSegment();
          if (segment) void makeAnother(segment);
        },
        unavailable: () => noDub() ?? whyNotReady() ?? whyNoOtherTake(),
      },
      { id: 'dub.split', title: messages.dubbing.splitCommand, group, keys: ['S'], run: split, unavailable: noDub },
      {
        id: 'dub.merge',
        title: messages.dubbingTimeline.mergeSegments,
        group,
        keys: ['Mod+Shift+M'],
        run: mergeSelected,
        unavailable: () => noDub() ?? whyNotMerged(),
      },
      {
        id: 'dub.merge-next',
        title: messages.dubbingTimeline.mergeWithNext,
        group,
        run: mergeWithNext,
        unavailable: () => noDub() ?? whyNotMergedWithNext(),
      },
      {
        id: 'dub.add',
        title: messages.dubbing.addSegmentCommand,
        group,
        keys: ['N'],
        run: addHere,
        unavailable: () => noDub() ?? whyNotAdded(heardAt()),
      },
      {
        id: 'dub.rename',
        title: messages.dubbingTimeline.rename,
        group,
        keys: ['F2'],
        whileWriting: true,
        run: () => showRename(true),
        unavailable: noDub,
      },
      { id: 'dub.captions', title: messages.dubbingTimeline.toggleCaptions, group, run: toggleCaptions, unavailable: noDub },
      { id: 'dub.select-all', title: messages.dubbing.selectAll, group, run: selectAll, unavailable: noDub },
      {
        id: 'dub.import-captions',
        title: messages.dubbing.importCaptionsCommand,
        group,
        run: () => document.querySelector<HTMLInputElement>('main [data-captions-file]')?.click(),
        unavailable: noDub,
      },
      {
        id: 'dub.export-video',
        title: messages.dubbing.exportVideoCommand,
        group,
        run: () => void askToExport('mp4'),
        unavailable: exportable,
      },
      {
        id: 'dub.export-captions',
        title: messages.dubbing.exportSrtCommand,
        group,
        run: () => void askToExport('srt'),
        unavailable: exportable,
      },
    ]),
    addPlayerCommands({ nudge: nudgeDub, seek: (seconds) => seekDub(seconds * sampleRate) }, noDub),
    takeTransport({
      toggle: toggleDub,
      stop: pauseDub,
      unavailable: () => noDub() ?? (useDubPlayer.getState().waiting ? messages.dubbing.audioPreparing : undefined),
    }),
  ];
  stops.push(
    offerPanelUndo(
      useDubs,
      ({ history, dub }) => [history, dub?.id],
      ({ history, dub }) => dub && { undo: undoDub, redo: redoDub, canUndo: history.past.length > 0, canRedo: history.future.length > 0 },
    ),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
