import { Button } from '@mantine/core';
import { messages } from '#shared/messages/index.ts';
import { goToPanel } from '../../core/window/window.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { chooseWords, useTranscripts } from './stores.ts';
import classes from './panel.module.css';

/** What the local service recognises, before a file is chosen; and what can be done where that is little. */
export function LocalNote() {
  const local = useStudio((state) => state.connection?.kind === 'local');
  const recogniser = useTranscripts((state) => state.recogniser);
  const words = useTranscripts((state) => state.form.words);
  if (recogniser?.kind === 'none') return <NoRecogniser aligns={words === 'text'} />;
  if (recogniser?.kind === 'draft') return <p className={classes.local}>{messages.transcribe.draftServiceNote}</p>;
  if (recogniser?.kind === 'model')
    return <p className={classes.local}>{messages.transcribe.modelServiceNote(recogniser.name ?? messages.transcribe.theRecognizer)}</p>;
  if (recogniser?.kind === 'program' || !local) return null;
  return <p className={classes.local}>{messages.transcribe.localServiceNote}</p>;
}

function NoRecogniser({ aligns }: { aligns: boolean }) {
  return (
    <section className={classes.none} role="note" aria-label={messages.transcribe.noRecognizer}>
      <h3 className={classes.title}>{messages.transcribe.noRecognizer}</h3>
      <p>{messages.transcribe.noRecognizerNote}</p>
      <ul>
        <li>{messages.transcribe.alignWay}</li>
        <li>{messages.transcribe.modelWay}</li>
        <li>{messages.transcribe.installWay}</li>
        <li>{messages.transcribe.programWay}</li>
        <li>{messages.transcribe.accountWay}</li>
      </ul>
      <div className={classes.ways}>
        {!aligns && (
          <Button variant="default" onClick={() => chooseWords('text')}>
            {messages.transcribe.haveText}
          </Button>
        )}
        <Button variant="default" onClick={() => goToPanel({ panel: 'account', section: 'connections' })}>
          {messages.window.account}
        </Button>
      </div>
    </section>
  );
}
