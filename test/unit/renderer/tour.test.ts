import { describe, expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { clipToWindow, placeCallout } from '../../../src-renderer/app/tour/place-callout.ts';
import { TourStore, tourSteps } from '../../../src-renderer/app/tour/tour-store.ts';
import { describeStep } from '../../../src-renderer/app/tour/tour-words.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';

function open(kept = new Map<string, string>()) {
  const { window } = createFakeStores();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
  return { window, tour: new TourStore({ window, storage }), kept };
}

describe('the tour', () => {
  it('has five steps at the script, the last of which leads out; then it counts as seen, also in the next window', () => {
    const { window, tour, kept } = open();
    window.store.setState({ panel: 'jobs', help: true });
    tour.startTour();
    expect(window.store.getState()).toMatchObject({ panel: 'narration', help: false });
    expect(tourSteps).toHaveLength(5);
    for (const at of tourSteps.keys()) {
      expect(tour.store.getState()).toEqual({ at, seen: false });
      tour.nextStep();
    }
    expect(tour.store.getState()).toEqual({ at: undefined, seen: true });
    expect(open(kept).tour.store.getState().seen).toBe(true);
  });

  it('goes back as far as its first step, can be skipped, and begins again at the first', () => {
    const { tour } = open();
    tour.startTour();
    tour.nextStep();
    tour.previousStep();
    tour.previousStep();
    expect(tour.store.getState().at).toBe(0);
    tour.nextStep();
    tour.endTour();
    expect(tour.store.getState()).toEqual({ at: undefined, seen: true });
    tour.nextStep();
    expect(tour.store.getState().at).toBeUndefined();
    tour.startTour();
    expect(tour.store.getState().at).toBe(0);
  });
});

describe('the words of a step', () => {
  const notes = (found: { hasText: boolean; hasAudio: boolean }) => tourSteps.map((step) => describeStep(step, found).note);
  const usual = notes({ hasText: true, hasAudio: true });

  it('say where text and audio will be while a script has none, and differ in nothing else', () => {
    const { scriptNote, generateEmptyNote, waveformEmptyNote, voicesNote, exportNote } = messages.tour;
    expect(notes({ hasText: false, hasAudio: false })).toEqual([scriptNote, generateEmptyNote, waveformEmptyNote, voicesNote, exportNote]);
    expect(notes({ hasText: true, hasAudio: false })).toEqual(usual.with(2, waveformEmptyNote));
    expect(usual).toContain(messages.tour.waveformNote);
  });
});

describe('a callout of the tour', () => {
  const [card, window] = [
    { width: 300, height: 160 },
    { width: 1000, height: 700 },
  ];
  const at = (left: number, top: number, width = 100, height = 30) => placeCallout({ left, top, width, height }, card, window);

  it('stands below what it is about, else above, else beside, and always within the window', () => {
    expect(at(50, 100)).toEqual({ left: 50, top: 142 });
    expect(at(950, 100)).toEqual({ left: 688, top: 142 });
    expect(at(50, 600)).toEqual({ left: 50, top: 428 });
    expect(at(0, 10, 60, 680)).toEqual({ left: 72, top: 12 });
    expect(at(900, 10, 90, 680)).toEqual({ left: 588, top: 12 });
  });

  it('stands in the lower corner of something large, as the script is, and covers nothing beside it', () => {
    const { left, top } = at(60, 90, 700, 450);
    expect([left + card.width <= 760, top + card.height <= 540, left >= 60, top >= 90]).toEqual([true, true, true, true]);
  });

  it('marks what it is about as far as that is in the window, with room for the ring', () => {
    expect(clipToWindow({ left: 60, top: -20, width: window.width, height: 300 }, window)).toEqual({
      left: 60,
      top: 6,
      width: window.width - 66,
      height: 274,
    });
  });

  it('stands at the lower right where there is nothing to be about, or no room', () => {
    expect(placeCallout(undefined, card, window)).toEqual({ left: 688, top: 528 });
    expect(at(0, 0, 1000, 700)).toEqual({ left: 688, top: 528 });
  });
});
