import { Anchor } from '@mantine/core';
import { createContext, Fragment, useContext, type ReactNode } from 'react';
import type { Row, Section, Sentence, Topic } from './content.ts';
import { messages } from '#shared/messages/index.ts';
import { splitMatches } from './search.ts';
import { Picture } from './picture.tsx';
import classes from './section-text.module.css';

/** Leads to a topic of another section. */
export const FollowLink = createContext<(section: string, topic: string) => void>(() => undefined);

/** The id of a topic’s heading, under that of its section. */
export const topicId = (sectionId: string, title: string): string => `${sectionId}-${title.replaceAll(/\W/gu, '-')}`;

/** A section of Help, what was searched for marked in it. `children` stand at its heading. */
export function SectionText({
  id,
  section,
  words,
  children,
}: {
  id: string;
  section: Section;
  words: readonly string[];
  children?: ReactNode;
}) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <h3 id={`${id}-title`} className={classes.title}>
          <Found text={section.title} words={words} />
        </h3>
        {children}
      </div>
      {section.topics.map((topic, index) => (
        <Fragment key={topic.title === '' ? index : topic.title}>
          <TopicText id={topicId(id, topic.title)} topic={topic} words={words} />
          {/* Below the introduction; where something is searched, the places that were found stand closer. */}
          {index === 0 && words.length === 0 && <Picture id={section.id} title={section.title} />}
        </Fragment>
      ))}
    </section>
  );
}

function TopicText({ id, topic, words }: { id: string; topic: Topic; words: readonly string[] }) {
  const { title, steps, text, table } = topic;
  return (
    <div className={classes.topic}>
      {title !== '' && (
        <h4 id={id} className={classes.name} tabIndex={-1}>
          <Found text={title} words={words} />
        </h4>
      )}
      {steps.length > 0 && (
        <ol className={classes.steps}>
          {steps.map((step, index) => (
            <li key={index}>
              <SentenceText sentence={step} words={words} />
            </li>
          ))}
        </ol>
      )}
      {text.map((sentence, index) => (
        <p key={index}>
          <SentenceText sentence={sentence} words={words} />
        </p>
      ))}
      {table && (
        <dl className={table.kind === 'keys' ? classes.keys : classes.words}>
          {table.rows.map((row) => (
            <TableRow key={`${row.term} ${row.meaning}`} row={row} words={words} />
          ))}
        </dl>
      )}
    </div>
  );
}

function TableRow({ row, words }: { row: Row; words: readonly string[] }) {
  return (
    <div>
      <dt>
        <Found text={row.term} words={words} />
      </dt>
      <dd>
        {row.details === undefined ? (
          <Found text={row.meaning} words={words} />
        ) : (
          <details className={classes.details}>
            <summary>
              <Found text={row.meaning} words={words} />
            </summary>
            <pre tabIndex={0} role="region" aria-label={row.term}>
              {row.details}
            </pre>
          </details>
        )}
      </dd>
    </div>
  );
}

function SentenceText({ sentence, words }: { sentence: Sentence; words: readonly string[] }) {
  const follow = useContext(FollowLink);
  return sentence.map((piece, index) => {
    const { kind, text } = piece;
    const found = <Found key={index} text={text} words={words} />;
    if (kind === 'link')
      return (
        <Anchor
          key={index}
          component="button"
          type="button"
          fz="inherit"
          className={classes.link ?? ''}
          onClick={() => follow(piece.to, text)}
        >
          {found}
        </Anchor>
      );
    if (kind === 'label') return <b key={index}>{found}</b>;
    return kind === 'keys' ? <kbd key={index}>{found}</kbd> : found;
  });
}

/** A text with what was searched for marked. */
function Found({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  return splitMatches(text, words, messages.help.wordForms).map((piece, index) =>
    piece.found ? (
      <mark key={index} className={classes.found}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
