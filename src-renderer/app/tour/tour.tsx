import { Button } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useChapter } from '../../core/chapter/chapter.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { useWindow } from '../../core/window/window.ts';
import { announce } from '../../lib/live-region.tsx';
import { useFocusReturn } from '../../ui/focus-return.ts';
import { clipToWindow, placeCallout, type Box } from './place-callout.ts';
import { endTour, nextStep, previousStep, useTour } from './stores.ts';
import { tourSteps, type TourStep } from './tour-store.ts';
import { describeStep } from './tour-words.ts';
import classes from './tour.module.css';
import { messages } from '#shared/messages/index.ts';

const button = (within: 'main' | 'nav', name: string): Element | undefined =>
  [...(document.querySelector(within)?.querySelectorAll('button') ?? [])].find((each) => each.textContent.trim().startsWith(name));

/** What a step is about, as it stands on screen. */
const anchors: Readonly<Record<TourStep, () => Element | null | undefined>> = {
  script: () => document.querySelector(`main [role="textbox"][aria-label="${messages.narration.script}"]`)?.parentElement?.parentElement,
  generate: () =>
    button('main', messages.narration.generateAll) ??
    button('main', messages.narration.generateChapter) ??
    button('main', messages.narration.generateBook),
  waveform: () => document.querySelector(`main section[aria-label="${messages.narration.waveform}"]`),
  voices: () => button('nav', messages.window.voices),
  export: () => button('main', messages.exportSheet.title),
};

/** The tour, while it is open. The window behind it stays in use. */
export function Tour() {
  const at = useTour((state) => state.at);
  const step = at === undefined ? undefined : tourSteps[at];
  return at === undefined || step === undefined ? null : <Callout at={at} step={step} />;
}

function Callout({ at, step }: { at: number; step: TourStep }) {
  useFocusReturn();
  const [titleId, noteId] = [useId(), useId()];
  const card = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const panel = useWindow((state) => state.panel);
  const hasText = useChapter((chapter) => chapter.blocks.some(({ text }) => text.trim() !== ''));
  const hasAudio = useChapter((chapter) => chapter.timeline.blocks.length > 0);
  const { title, note } = describeStep(step, { hasText, hasAudio });
  const [anchor, setAnchor] = useState<Box>();
  const [place, setPlace] = useState<{ left: number; top: number }>();

  useLayoutEffect(() => {
    let frame = 0;
    const measure = (): void => {
      const found = anchors[step]()?.getBoundingClientRect();
      const window = { width: innerWidth, height: innerHeight };
      const box = found && found.width > 0 ? clipToWindow(found, window) : undefined;
      const size = card.current?.getBoundingClientRect();
      setAnchor((before) => (same(before, box) ? before : box));
      if (!size) return;
      const now = placeCallout(box, size, window);
      setPlace((before) => (before?.left === now.left && before.top === now.top ? before : now));
    };
    // What it is about may come later, move or go: it is followed for as long as the step is shown.
    const follow = (): void => {
      measure();
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [step, panel]);
  useEffect(() => {
    // A script that has just been opened takes the focus as it comes.
    const frame = requestAnimationFrame(() => next.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [step]);

  useEffect(() => {
    // The first step is read as the dialog opens; of the others only the words change.
    if (at > 0) announce(`${title}. ${note}`);
    // oxlint-disable-next-line react/exhaustive-deps -- announced as the step comes, not as the chapter changes
  }, [at, step]);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) endTour();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const isLast = at === tourSteps.length - 1;
  const make = useCommands((state) => (isLast ? state.commands.find(({ id }) => id === 'speech.generate-all') : undefined));
  useChapter((chapter) => chapter.blocks); // there may be nothing left to make
  const canMake = make !== undefined && make.unavailable?.() === undefined;
  return (
    <>
      {anchor && <div className={classes.ring} style={anchor} aria-hidden />}
      <div
        ref={card}
        role="dialog"
        aria-label={messages.tour.tour}
        aria-describedby={`${titleId} ${noteId}`}
        className={classes.card}
        onKeyDown={staysInside}
        style={place ?? { opacity: 0 }}
      >
        <p className={classes.step}>{messages.tour.step(String(at + 1), String(tourSteps.length))}</p>
        <h2 className={classes.title} id={titleId}>
          {title}
        </h2>
        <p className={classes.note} id={noteId}>
          {note}
          {canMake && ` ${messages.tour.generateFirst}`}
        </p>
        <div className={classes.actions}>
          {!isLast && (
            <Button variant="subtle" color="gray" className={classes.skip ?? ''} onClick={endTour}>
              {messages.tour.skip}
            </Button>
          )}
          {at > 0 && (
            <Button variant="default" onClick={previousStep}>
              {messages.tour.back}
            </Button>
          )}
          <Button ref={next} variant={canMake ? 'default' : 'filled'} onClick={nextStep}>
            {isLast ? messages.tour.done : messages.tour.next}
          </Button>
          {canMake && (
            <Button
              onClick={() => {
                endTour();
                make.run();
              }}
            >
              {make.title}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

/** Tab goes round the card's buttons: the card is the last of the page, and what it is about is elsewhere. Escape leaves it. */
function staysInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const to = event.shiftKey ? buttons.at(-1) : buttons[0];
  if (document.activeElement !== (event.shiftKey ? buttons[0] : buttons.at(-1))) return;
  event.preventDefault();
  to?.focus();
}

const same = (one: Box | undefined, other: Box | undefined): boolean =>
  one === other || (one?.left === other?.left && one?.top === other?.top && one?.width === other?.width && one?.height === other?.height);
