import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { diffWordsWithSpace } from 'diff';
import { useState } from 'react';
import type { SettingChange } from '#shared/narration/compare-settings.ts';
import { maximumVersionName, type BlockChange, type Version } from '#shared/narration/versions.ts';
import { messages } from '#shared/messages/index.ts';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { nameOfVoice } from '../../../core/voices/voices.ts';
import { moment } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { announce } from '../../../lib/live-region.tsx';
import { Dialog, DialogForm, DialogWords } from '../../../ui/dialog.tsx';
import { focusScript } from '../script/script.tsx';
import { closeVersions, compareVersion, removeVersion, restoreVersion, saveVersion, useVersions } from '../stores.ts';
import classes from './versions-dialog.module.css';

/** Differences that are listed; the rest is counted. */
const listed = 200;

/** Named versions of the project: save one, compare it with the project as it is now, go back to it. */
export function VersionsDialog() {
  const opened = useVersions((state) => state.opened);
  return opened && <Versions />;
}

function Versions() {
  const { list, compared, failure, busy } = useVersions();
  return (
    <Dialog onClose={closeVersions} title={messages.versions.versions} size="calc(var(--dialog-width) * 1.5)">
      <DialogWords>{messages.versions.note}</DialogWords>
      <SaveForm busy={busy} />
      {failure && <FailureCard failure={failure} paid={false} />}
      {list?.length === 0 && <DialogWords>{messages.versions.none}</DialogWords>}
      {list !== undefined && list.length > 0 && (
        <ul className={classes.list} aria-label={messages.versions.versions}>
          {list.map((version) => (
            <Row key={version.id} version={version} busy={busy} isCompared={compared?.version.id === version.id} />
          ))}
        </ul>
      )}
      {compared && (
        <Comparison key={compared.version.id} name={compared.version.name} settings={compared.settings} changes={compared.changes} />
      )}
    </Dialog>
  );
}

function SaveForm({ busy }: { busy: boolean }) {
  const [name, setName] = useState('');
  const save = async (): Promise<void> => {
    const given = name.trim();
    if (given === '' || !(await saveVersion(given))) return;
    setName('');
    announce(messages.versions.saved(given));
  };
  return (
    <DialogForm onSubmit={() => void save()}>
      <div className={classes.save}>
        <TextInput
          className={classes.name}
          label={messages.versions.name}
          value={name}
          maxLength={maximumVersionName}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={busy || name.trim() === ''}>
          {messages.versions.save}
        </Button>
      </div>
    </DialogForm>
  );
}

function Row({ version, busy, isCompared }: { version: Version; busy: boolean; isCompared: boolean }) {
  const { name, createdAt, chapters, blocks, words } = version;
  return (
    <li className={classes.row}>
      <div className={classes.facts}>
        <span className={classes.title}>{name}</span>
        <span className={classes.note}>
          {messages.versions.facts(
            moment(createdAt),
            messages.versions.chapter(chapters),
            messages.narration.block(blocks),
            messages.narration.word(words),
          )}
        </span>
      </div>
      <Button
        variant="default"
        size="xs"
        disabled={busy}
        aria-pressed={isCompared}
        aria-label={messages.versions.compareNamed(name)}
        onClick={() => void compareVersion(version)}
      >
        {messages.versions.compare}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={busy}
        aria-label={messages.versions.restoreNamed(name)}
        onClick={() => void restoreVersion(version).then((isRestored) => isRestored && focusScript())}
      >
        {messages.versions.restore}
      </Button>
      <Tooltip label={messages.versions.remove}>
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={busy}
          aria-label={messages.versions.removeNamed(name)}
          onClick={() => void removeVersion(version)}
        >
          <IconTrash size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

interface ComparisonProps {
  name: string;
  settings: readonly SettingChange[];
  changes: readonly BlockChange[];
}

function Comparison({ name, settings, changes }: ComparisonProps) {
  if (settings.length + changes.length === 0) return <DialogWords>{messages.versions.same(name)}</DialogWords>;
  return (
    <section aria-label={messages.versions.changesSince(name)}>
      <h3 className={classes.heading}>{messages.versions.changesSince(name)}</h3>
      <ol className={classes.changes} tabIndex={0} aria-label={messages.versions.changesSince(name)}>
        {settings.slice(0, listed).map((change, index) => (
          <li key={index} className={classes.change}>
            <span className={classes.note}>{describeSetting(change)}</span>
            <p className={classes.text}>
              <ChangedSetting change={change} />
            </p>
          </li>
        ))}
        {settings.length > listed && <li className={classes.note}>{messages.versions.more(settings.length - listed)}</li>}
        {changes.slice(0, listed).map((change) => (
          <li key={change.blockId} className={classes.change}>
            <span className={classes.note}>{messages.versions.inChapter(messages.versions.kinds[change.kind], change.chapterTitle)}</span>
            <p className={classes.text}>
              <ChangedText change={change} />
            </p>
          </li>
        ))}
        {changes.length > listed && <li className={classes.note}>{messages.versions.more(changes.length - listed)}</li>}
      </ol>
    </section>
  );
}

function describeSetting({ kind, of }: SettingChange): string {
  const what = messages.versions.settings[kind];
  return of === undefined ? what : messages.versions.settingOf(what, of);
}

function ChangedSetting({ change: { kind, before, after } }: { change: SettingChange }) {
  if (kind === 'characterSettings') return messages.versions.kinds.settings;
  const isVoice = kind === 'voice' || kind === 'characterVoice';
  const isModel = kind === 'model' || kind === 'characterModel';
  const none = isVoice ? messages.versions.noVoice : isModel ? messages.versions.defaultModel : undefined;
  const [was, is] = [before, after].map((value) => (value === null ? none : isVoice ? nameOfVoice(value) : value));
  return (
    <>
      {was !== undefined && <del>{was}</del>} {is !== undefined && <ins>{is}</ins>}
    </>
  );
}

/** What went is struck through, what came is underlined: both show without color. */
function ChangedText({ change: { kind, before, after } }: { change: BlockChange }) {
  if (kind === 'moved' || kind === 'settings' || kind === 'take' || kind === 'choice') return after;
  return diffWordsWithSpace(before, after).map(({ value, added, removed }, index) =>
    removed ? <del key={index}>{value}</del> : added ? <ins key={index}>{value}</ins> : <span key={index}>{value}</span>,
  );
}
