import type { ShownJob } from '../../core/jobs/jobs.ts';
import { number, size } from '../../lib/format.ts';
import { Section } from '../../ui/section.tsx';
import classes from './timeline.module.css';
import { messages } from '#shared/messages/index.ts';

/** What was sent, without the key: the same on every attempt. */
export function RequestInspector({ shown }: { shown: ShownJob }) {
  const { method, path, headers, contentType, bytes, text } = shown.request;
  const isCut = text !== null && text.length < bytes && text.length >= 16_000;
  return (
    <Section title={messages.jobs.request}>
      <code className={classes.code} tabIndex={0} aria-label={messages.jobs.requestHeaders}>
        {[`${method} ${path}`, ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n')}
      </code>
      {text === null ? (
        <p className={classes.words}>
          {bytes === 0 ? messages.jobs.noBody : messages.jobs.binaryBody(size(bytes), contentType.split(';')[0] ?? contentType)}
        </p>
      ) : (
        <pre className={classes.code} tabIndex={0} aria-label={messages.jobs.requestBody}>
          {pretty(text, isCut)}
        </pre>
      )}
      {isCut && <p className={classes.words}>{messages.jobs.bodyCut(number(text.length), size(bytes))}</p>}
    </Section>
  );
}

function pretty(text: string, isCut: boolean): string {
  if (isCut) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
