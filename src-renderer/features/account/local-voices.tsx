import { Button, Loader } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { bytesInWords } from '#shared/clone/files.ts';
import { messages } from '#shared/messages/index.ts';
import { serviceInUse } from '#shared/operations/connections.ts';
import { addedLimits, type AddedModel } from '#shared/wire/added-models.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { useStudio } from '../../core/studio/studio.ts';
import { language } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { Section } from '../../ui/section.tsx';
import { addLocalVoice, dismissRefused, loadLocalVoices, removeLocalVoice, useLocalVoices } from './stores.ts';
import classes from './connections.module.css';
import page from './panel.module.css';

/** Voices of the person's own in the local service. Shown while that is in use: no other service takes them. */
export function LocalVoicesSection() {
  const isLocal = useStudio(({ connection }) => connection !== undefined && serviceInUse(connection).kind === 'local');
  return isLocal ? <LocalVoices /> : null;
}

function LocalVoices() {
  const { voices, failure, adding, refused } = useLocalVoices();
  const isReady = useStudio(({ connection }) => connection?.state === 'ready');
  useEffect(() => {
    if (isReady) void loadLocalVoices();
  }, [isReady]);
  return (
    <Section title={messages.localVoices.voicesOnThisComputer}>
      <p className={page.note}>{messages.localVoices.intro}</p>
      <DropZone
        name={messages.localVoices.voiceFile}
        takes={messages.localVoices.takes(addedLimits.fliteBytes / 1024 ** 2)}
        accept=".flitevox,.txt,text/plain,LICENSE,COPYING"
        unavailable={adding === undefined ? undefined : messages.localVoices.adding(adding)}
        onFiles={(files) => void addLocalVoice(files)}
      />
      <p className={page.note}>{messages.localVoices.tested}</p>
      {refused && <FailureCard failure={refused} paid={false} title={messages.localVoices.notAdded} onDismiss={dismissRefused} />}
      {failure && (
        <FailureCard
          failure={failure}
          paid={false}
          about={messages.localVoices.listNotLoaded}
          action={
            <Button variant="default" onClick={() => void loadLocalVoices()}>
              {messages.account.readAgain}
            </Button>
          }
        />
      )}
      {voices === undefined && !failure && <Loader size={iconSize.large} />}
      {voices?.length === 0 && <p className={page.note}>{messages.localVoices.noVoices}</p>}
      {voices && voices.length > 0 && (
        <KeptFocus state={voices.map(({ id }) => id).join(' ')}>
          <ul className={classes.list} aria-label={messages.localVoices.addedVoices}>
            {voices.map((voice) => (
              <VoiceCard key={voice.id} voice={voice} />
            ))}
          </ul>
        </KeptFocus>
      )}
    </Section>
  );
}

const notes: Readonly<Record<AddedModel['licence']['state'], string | undefined>> = {
  noted: undefined,
  restricted: messages.localVoices.licenceRestricted,
  unreadable: messages.localVoices.licenceUnreadable,
  none: messages.localVoices.licenceNone,
};

function VoiceCard({ voice }: { voice: AddedModel }) {
  const { name, languages, bytes, licence } = voice;
  return (
    <li className={classes.card} aria-label={name}>
      <div className={classes.head}>
        <h3 className={classes.name}>{name}</h3>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={messages.localVoices.removeNamed(name)}
          onClick={() => void removeLocalVoice(voice)}
        >
          {messages.localVoices.remove}
        </Button>
      </div>
      <dl className={classes.facts}>
        <dt>{messages.localVoices.kind}</dt>
        <dd>{messages.localVoices.flite}</dd>
        <dt>{messages.localVoices.language}</dt>
        <dd>{languages.map((code) => language(code)).join(', ')}</dd>
        <dt>{messages.localVoices.size}</dt>
        <dd>{bytesInWords(bytes)}</dd>
        <dt>{messages.localVoices.licence}</dt>
        <dd>
          <Licence licence={licence} />
        </dd>
      </dl>
    </li>
  );
}

/** What the voice may be used for, as far as its files say it. */
function Licence({ licence }: Pick<AddedModel, 'licence'>) {
  const [shown, setShown] = useState(false);
  const id = useId();
  const note = notes[licence.state];
  return (
    <>
      {note}{' '}
      {licence.text !== null && (
        <Button size="compact-xs" variant="default" aria-expanded={shown} aria-controls={id} onClick={() => setShown(!shown)}>
          {shown ? messages.localVoices.hideLicence : messages.localVoices.showLicence}
        </Button>
      )}
      {shown && (
        <p id={id} className={classes.licence}>
          {licence.text}
        </p>
      )}
    </>
  );
}
