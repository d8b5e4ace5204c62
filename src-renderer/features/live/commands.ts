import { addCommands } from '../../core/commands/commands.ts';
import { endSession, goOn, say, silence, whyNotSpoken, useLiveSettings, useLive, waitingPhrases } from './stores.ts';
import { takeTransport } from '../../core/player/transport.ts';
import { announce } from '../../lib/live-region.tsx';
import { messages } from '#shared/messages/index.ts';

/** Phrases that have a key: Alt with 1 to 9, and 0 for the tenth. */
export const keyOfPhrase = (index: number): string | undefined => (index < 10 ? `Alt+${String((index + 1) % 10)}` : undefined);

export function sayPhrase(text: string): void {
  const problem = whyNotSpoken() ?? say(text);
  if (problem !== undefined) announce(problem);
}

const nothingOnItsWay = (): string | undefined =>
  useLive.getState().phrases.some(({ state }) => ['waiting', 'sent', 'speaking'].includes(state))
    ? undefined
    : messages.live.nothingSpeaking;

/** The commands that there are while Live is shown. */
export function addLiveCommands(focusComposer: () => void = () => undefined): () => void {
  const group = messages.live.live;
  const phrases = Array.from({ length: 10 }, (_, index) => ({
    id: `live.phrase-${String(index + 1)}`,
    title: messages.live.speakBankPhrase(String(index + 1)),
    group,
    keys: [keyOfPhrase(index) ?? ''],
    whileWriting: true,
    charges: true,
    run: () => sayPhrase(useLiveSettings.getState().phrases[index]?.text ?? ''),
    unavailable: () => (useLiveSettings.getState().phrases[index] ? whyNotSpoken() : messages.live.bankPhraseMissing),
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
        title: messages.live.silenceCommand,
        group,
        keys: ['Escape'],
        whileWriting: true,
        run: () => {
          if (nothingOnItsWay() === undefined) silence();
          keepWriting();
        },
      },
      { id: 'live.write', title: messages.live.goToText, group, keys: ['Mod+Enter'], run: focusComposer },
      {
        id: 'live.go-on',
        title: messages.live.resumeQueue,
        group,
        charges: true,
        run: goOn,
        unavailable: () => whyNotSpoken() ?? (waitingPhrases().length > 0 ? undefined : messages.live.queueEmpty),
      },
      {
        id: 'live.end',
        title: messages.live.endSession,
        group,
        run: () => {
          endSession();
          keepWriting();
        },
        unavailable: () => (useLive.getState().line === 'off' ? messages.live.noSessionOpen : undefined),
      },
      ...phrases,
    ]),
    takeTransport({ toggle: silence, stop: silence, unavailable: nothingOnItsWay }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
