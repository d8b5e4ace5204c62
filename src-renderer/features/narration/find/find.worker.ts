import { findInTexts, type FindOrder, type Match } from '#shared/narration/find.ts';

/** What the worker sends: some of the matches, in the order of the texts, and at the end the last of them. */
export type FindAnswer = { part: (readonly Match[])[]; isLast: boolean } | { problem: string };

/** Runs a person’s regular expression beside the window; the caller ends it when it takes too long. */
addEventListener('message', ({ data }: MessageEvent<FindOrder>) => {
  const send = (answer: FindAnswer): void => postMessage(answer);
  const last = findInTexts(
    data,
    (part) => send({ part, isLast: false }),
    () => performance.now(),
  );
  send('problem' in last ? last : { part: last.lists, isLast: true });
});
