import { addCommands } from '../../core/commands/commands.ts';
import { endSession, goOn, say, silence } from './store.ts';
import { whyNotSpoken } from './capabilities.ts';
import { useLiveDesk } from './phrases.ts';
import { useLive, waitingPhrases } from './queue-store.ts';
import { takeTransport } from '../../core/player/transport.ts';
import { announce } from '../../lib/live-region.tsx';

/** Phrases that have a key: Alt with 1 to 9, and 0 for the tenth. */
export const keyOfPhrase = (index: number): string | undefined => (index < 10 ? `Alt+${String((index + 1) % 10)}` : undefined);

export function sayPhrase(text: string): void {
  const problem = whyNotSpoken() ?? say(text);
  if (problem !== undefined) announce(problem);
}

const nothingOnItsWay = (): string | undefined =>
  useLive.getState().phrases.some(({ state }) => ['waiting', 'sent', 'speaking'].includes(state)) ? undefined : 'Nothing is being spoken.';

/** The commands that there are while Live is shown. */
export function addLiveCommands(focusComposer: () => void = () => undefined): () => void {
  const group = 'Live';
  const phrases = Array.from({ length: 10 }, (_, index) => ({
    id: `live.phrase-${String(index + 1)}`,
    title: `Say phrase ${String(index + 1)} of the bank`,
    group,
    keys: [keyOfPhrase(index) ?? ''],
    whileWriting: true,
    run: () => sayPhrase(useLiveDesk.getState().phrases[index]?.text ?? ''),
    unavailable: () => (useLiveDesk.getState().phrases[index] ? whyNotSpoken() : 'The bank has no such phrase.'),
  }));
  // A phrase that had the focus may be gone with it.
  const keepWriting = (): void => {
    requestAnimationFrame(() => {
      if (document.activeElement === null || document.activeElement === document.body) focusComposer();
    });
  };
  const stops = [
    addCommands([
      {
        id: 'live.silence',
        title: 'Silence, and drop what was not sent',
        group,
        keys: ['Escape'],
        whileWriting: true,
        run: () => {
          if (nothingOnItsWay() === undefined) silence();
          keepWriting();
        },
      },
      { id: 'live.write', title: 'Go to the text', group, keys: ['Mod+Enter'], run: focusComposer },
      {
        id: 'live.go-on',
        title: 'Go on with what waits',
        group,
        run: goOn,
        unavailable: () => whyNotSpoken() ?? (waitingPhrases().length > 0 ? undefined : 'Nothing waits.'),
      },
      {
        id: 'live.end',
        title: 'End the session',
        group,
        run: () => {
          endSession();
          keepWriting();
        },
        unavailable: () => (useLive.getState().line === 'off' ? 'There is no session.' : undefined),
      },
      ...phrases,
    ]),
    takeTransport({ toggle: silence, stop: silence, unavailable: nothingOnItsWay }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
