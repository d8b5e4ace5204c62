import { Select } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { readingLanguages, readingScripts, sentenceAt } from '#shared/clone/reading-scripts.ts';
import { chooseScript, useRecorder } from './stores.ts';
import { language } from '../../lib/format.ts';
import classes from './reading.module.css';
import { messages } from '#shared/messages/index.ts';

/** A text to read aloud, large enough to be read from where one speaks. While it records, it goes on with the voice, and waits in its pauses. */
export function ReadingScript() {
  const script = useRecorder((state) => state.script);
  const isReading = useRecorder(({ phase }) => phase === 'counting' || phase === 'recording');
  const place = useRecorder(({ phase, voiced }) => (phase === 'recording' ? sentenceAt(readingScripts[script], voiced) : 0));
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // How it moves is the style sheet's: not at all where less motion is wanted.
    if (isReading) list.current?.children[place]?.scrollIntoView({ block: 'center' });
  }, [isReading, place]);
  return (
    <section className={classes.reading} aria-label={messages.clone.readAloud} data-reading={isReading || undefined}>
      <header className={classes.head}>
        <div>
          <h3 className={classes.title}>{messages.clone.readAloud}</h3>
          {!isReading && <p className={classes.note}>{messages.clone.readAloudNote}</p>}
        </div>
        {!isReading && (
          <Select
            aria-label={messages.clone.scriptLanguage}
            className={classes.language ?? ''}
            data={readingLanguages.map((code) => ({ value: code, label: language(code) }))}
            value={script}
            allowDeselect={false}
            onChange={(value) => {
              const chosen = readingLanguages.find((code) => code === value);
              if (chosen) chooseScript(chosen);
            }}
          />
        )}
      </header>
      <ol ref={list} className={classes.sentences} lang={script} tabIndex={0} aria-label={messages.clone.script}>
        {readingScripts[script].map((sentence, index) => (
          <li
            key={sentence}
            className={classes.sentence}
            aria-current={isReading && index === place ? 'step' : undefined}
            data-past={(isReading && index < place) || undefined}
          >
            {sentence}
          </li>
        ))}
      </ol>
    </section>
  );
}
