import type { Transcript } from '#shared/operations/transcripts.ts';
import classes from './transcript.module.css';
import { messages } from '#shared/messages/index.ts';

/** Characters that are shown; the file holds all of it. */
const mostShown = 20_000;

/** What the service sent besides: kept with the transcript, and here to be read. */
export function UnknownFields({ transcript: { rest, segments } }: { transcript: Transcript }) {
  const inSegments = segments.filter((segment) => Object.keys(segment.rest).length > 0);
  const names = new Set([...Object.keys(rest), ...inSegments.flatMap((segment) => Object.keys(segment.rest))]);
  if (names.size === 0) return null;
  const shown = JSON.stringify({ ...rest, segments: inSegments.map(({ index, rest: own }) => ({ segment: index + 1, ...own })) }, null, 2);
  return (
    <details className={classes.fields}>
      <summary>{messages.transcribe.details}</summary>
      <p className={classes.note}>
        {messages.transcribe.fieldsFromService(
          messages.transcribe.moreField(names.size),
          `${[...names].slice(0, 6).join(', ')}${names.size > 6 ? '…' : ''}`,
        )}
      </p>
      <pre className={classes.json} tabIndex={0} aria-label={messages.transcribe.moreFields}>
        {shown.length > mostShown ? `${shown.slice(0, mostShown)}\n…` : shown}
      </pre>
    </details>
  );
}
