import { Button, Code, CopyButton, Loader } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { bytesInWords } from '#shared/clone/files.ts';
import { messages } from '#shared/messages/index.ts';
import { serviceInUse } from '#shared/operations/connections.ts';
import { addedLimits, type AddedModel, type ModelPackage } from '#shared/wire/added-models.ts';
import { chosenFiles, droppedFiles } from '../../core/files/dropped-files.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { useStudio } from '../../core/studio/studio.ts';
import { language } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { Section } from '../../ui/section.tsx';
import { addLocalVoice, dismissRefused, loadLocalVoices, removeLocalVoice, useLocalVoices } from './stores.ts';
import classes from './connections.module.css';
import page from './panel.module.css';

/** Voices and recognisers of the person's own in the local service. Shown while that is in use: no other service takes them. */
export function LocalVoicesSection() {
  const isLocal = useStudio(({ connection }) => connection !== undefined && serviceInUse(connection).kind === 'local');
  return isLocal ? <LocalVoices /> : null;
}

function LocalVoices() {
  const { voices, package: modelPackage, failure, adding, refused } = useLocalVoices();
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
        accept=".flitevox,.onnx,.weights,.json,.bin,.txt,text/plain,LICENSE,COPYING,MODEL_CARD"
        unavailable={adding === undefined ? undefined : messages.localVoices.adding(adding)}
        onFiles={(files) => void addLocalVoice(chosenFiles(files))}
        onTransfer={(transfer) => void droppedFiles(transfer, addedLimits.files).then(addLocalVoice)}
      />
      <p className={page.note}>{messages.localVoices.tested}</p>
      {modelPackage && <PackageNote modelPackage={modelPackage} />}
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
              <ModelCard key={voice.id} model={voice} use={describeUse(voice, voices, modelPackage)} />
            ))}
          </ul>
        </KeptFocus>
      )}
    </Section>
  );
}

/** Whether model folders can be added, and what makes it so. */
function PackageNote({ modelPackage: { name, folder, version } }: { modelPackage: ModelPackage }) {
  if (version !== null) return <p className={page.note}>{messages.localVoices.packageReady(name, version)}</p>;
  const command = messages.localVoices.installCommand(name, folder);
  return (
    <div className={classes.form}>
      <p className={page.note}>{messages.localVoices.packageMissing(name)}</p>
      <Code block className={classes.command}>
        {command}
      </Code>
      <div className={classes.acts}>
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={() => {
                copy();
                announce(messages.localVoices.commandCopied);
              }}
            >
              {copied ? messages.localVoices.commandCopied : messages.localVoices.copyCommand}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={() => void checkAgain()}>
          {messages.localVoices.checkAgain}
        </Button>
      </div>
    </div>
  );
}

async function checkAgain(): Promise<void> {
  await loadLocalVoices();
  announce(messages.localVoices.checked);
}

function describeLicence({ state, file, words }: AddedModel['licence']): string | undefined {
  const named = file ?? messages.localVoices.licenceOwn;
  if (state === 'none') return messages.localVoices.licenceNone;
  if (state === 'unreadable') return messages.localVoices.licenceUnreadable(named);
  return state === 'restricted' ? messages.localVoices.licenceRestricted(named, words ?? '') : undefined;
}

/** Whether a recogniser is used, and why not; undefined for a voice. */
function describeUse({ id, kind }: AddedModel, all: readonly AddedModel[], needed: ModelPackage | undefined): string | undefined {
  if (kind !== 'whisper') return undefined;
  const last = all.findLast((one) => one.kind === 'whisper');
  if (last !== undefined && last.id !== id) return messages.localVoices.usedInstead(last.name);
  return needed?.version === null ? messages.localVoices.usedWithPackage : messages.localVoices.inUse;
}

/** A model of many languages gives their number. */
const namedLanguages = 6;

function ModelCard({ model, use }: { model: AddedModel; use: string | undefined }) {
  const { kind, name, languages, voices, bytes, licence } = model;
  return (
    <li className={classes.card} aria-label={name}>
      <div className={classes.head}>
        <h3 className={classes.name}>{name}</h3>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={messages.localVoices.removeNamed(name)}
          onClick={() => void removeLocalVoice(model)}
        >
          {messages.localVoices.remove}
        </Button>
      </div>
      <dl className={classes.facts}>
        <dt>{messages.localVoices.kind}</dt>
        <dd>{messages.localVoices.kinds[kind]}</dd>
        {use !== undefined && (
          <>
            <dt>{messages.localVoices.use}</dt>
            <dd>{use}</dd>
          </>
        )}
        {voices > 1 && (
          <>
            <dt>{messages.localVoices.voices}</dt>
            <dd>{voices}</dd>
          </>
        )}
        <dt>{messages.localVoices.language}</dt>
        <dd>
          {languages.length > namedLanguages
            ? messages.localVoices.languages(languages.length)
            : languages.map((code) => language(code)).join(', ')}
        </dd>
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
  const note = describeLicence(licence);
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
