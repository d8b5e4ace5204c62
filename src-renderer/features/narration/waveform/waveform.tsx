import { useEffect, useRef, useState } from 'react';
import { IconWaveSine } from '@tabler/icons-react';
import { usePlayer } from '../../../core/player/player.ts';
import { openPlace } from '../../../core/project/project.ts';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { useGeneration } from '../../../core/generation/generation.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { generateAllName, useHasOtherChapters } from '../generate/generate-all-name.ts';
import { addSoundCommands } from './waveform-commands.ts';
import { Transport } from './transport.tsx';
import { type WaveformClasses, WaveformView } from './waveform-view.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import classes from './waveform.module.css';
import { messages } from '#shared/messages/index.ts';

/** The chapter's waveform with the lane of its words, and the transport above it. */
export function Waveform() {
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<WaveformView>();
  const sound = usePlayer((state) => state.sound);
  const mode = usePlayer((state) => state.mode);
  const hasText = useChapter((chapter) => chapter.timeline.wordCount > 0);
  const hasOthers = useHasOtherChapters();
  const isGenerating = useGeneration((state) => state.progress !== undefined);
  useEffect(() => {
    if (!place.current) return;
    const made = new WaveformView(place.current, classes as WaveformClasses, openPlace()?.zoom);
    setView(made);
    const off = addSoundCommands(made);
    return () => {
      off();
      const kept = openPlace();
      if (kept) kept.zoom = made.zoomed;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    view?.show(sound);
  }, [view, sound]);
  // The waveform has other blocks, or another take of this one: none of it is what is heard.
  const arrives = mode === 'live' || mode === 'late';
  const whatToDo = isGenerating
    ? messages.narration.waveformEmptyNote
    : hasText
      ? messages.narration.pressGenerate(generateAllName(hasOthers))
      : messages.narration.writeFirst;
  return (
    <section className={classes.region} aria-label={messages.narration.waveform}>
      <Transport onZoom={(factor) => view?.zoom(factor)} onFit={(what) => view?.fit(what)} />
      <div className={classes.view} ref={place} dir="ltr" />
      {(!sound || arrives) && (
        <div className={classes.empty}>
          <EmptyState
            icon={<IconWaveSine size={iconSize.huge} stroke={1.4} aria-hidden />}
            title={mode === 'stopped' ? messages.narration.noAudio : messages.narration.firstAudioArriving}
          >
            {mode === 'stopped' ? whatToDo : messages.narration.audioArrivingNote}
          </EmptyState>
        </div>
      )}
    </section>
  );
}
