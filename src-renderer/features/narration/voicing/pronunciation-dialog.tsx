import { ActionIcon, Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { IconPencil, IconPlayerStopFilled, IconVolume, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import {
  maximumSpoken,
  maximumWritten,
  pronunciationKey,
  pronunciationSchema,
  withPronunciations,
  type Pronunciation,
} from '#shared/narration/pronunciation.ts';
import { parsePronunciations } from '#shared/narration/pronunciation-csv.ts';
import type { Failure } from '#shared/failure.ts';
import { createContext } from '../../../audio/output.ts';
import { plainFailure } from '../../../lib/failure-words.ts';
import { messages } from '#shared/messages/index.ts';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { download } from '../../../core/files/files.ts';
import { useProject } from '../../../core/project/project.ts';
import { nameOfVoice } from '../../../core/voices/voices.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { announce } from '../../../lib/live-region.tsx';
import { Dialog, DialogActions, DialogForm } from '../../../ui/dialog.tsx';
import { CsvInput } from '../csv-input.tsx';
import { previewWords } from './change-preview.ts';
import { closeEntry, exportTable, hear, previewEntry, removeEntry, saveEntry, saveTable, tableOf, useVoicing } from '../stores.ts';
import type { ChangePreview, EntryDraft } from './voicing-store.ts';
import classes from './voicing.module.css';

/** What a change would come to is asked when nothing was typed for this long, in milliseconds. */
const asksAfterMs = 300;
const noEntries: readonly Pronunciation[] = [];

/** How a word is said, and the table of all that are said in another way. */
export function PronunciationDialog() {
  const entry = useVoicing((state) => state.entry);
  return entry && <Entry start={entry} />;
}

function Entry({ start }: { start: EntryDraft }) {
  const [draft, setDraft] = useState(start);
  const [replaced, setReplaced] = useState(() => tableOf(start.shared).find((one) => pronunciationKey(one) === pronunciationKey(start)));
  const [failure, setFailure] = useState<Failure>();
  const [saved, setSaved] = useState<string>();
  const writtenField = useRef<HTMLInputElement>(null);
  const isBlank = start.written === '';
  const selected = useProject((state) => state.selected[0]);
  const blockVoice = useChapter((chapter) => (selected === undefined ? null : (chapter.block(selected)?.voiceId ?? null)));
  const table = useProject((state) => (draft.shared ? state.details?.sharedPronunciations : state.details?.pronunciations) ?? noEntries);
  const { written, spoken, language, voice, shared } = draft;
  const isWhole = pronunciationSchema.safeParse({ written, spoken, language, voice }).success;
  const voiceOffered = voice ?? blockVoice;
  const change = (part: Partial<EntryDraft>): void => setDraft({ ...draft, ...part });

  const begin = (next: Partial<EntryDraft>, entry?: Pronunciation): void => {
    setDraft({ written: '', spoken: '', language: null, voice: null, shared, ...next });
    setReplaced(entry);
    setFailure(undefined);
    setSaved(undefined);
  };
  const save = async (): Promise<void> => {
    if (!isWhole) return;
    const failed = await saveEntry(draft, replaced);
    if (failed) setFailure(failed);
    else {
      begin({});
      writtenField.current?.focus(); // the next entry begins there
      setSaved(messages.voicing.entrySaved(written.trim(), spoken.trim()));
    }
  };
  const sample = useSample(setFailure);

  return (
    <Dialog onClose={closeEntry} title={messages.voicing.pronunciation} size="var(--dialog-wide)">
      <DialogForm onSubmit={() => void save()}>
        <div className={classes.fields}>
          <TextInput
            ref={writtenField}
            label={messages.voicing.written}
            data-autofocus={isBlank || undefined}
            maxLength={maximumWritten}
            value={written}
            onChange={(event) => change({ written: event.currentTarget.value })}
          />
          <TextInput
            label={messages.voicing.spoken}
            data-autofocus={!isBlank || undefined}
            maxLength={maximumSpoken}
            value={spoken}
            // What it is now is ready to be changed.
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => change({ spoken: event.currentTarget.value })}
          />
          <Button
            className={classes.hear ?? ''}
            variant="default"
            leftSection={
              sample.isPlaying ? (
                <IconPlayerStopFilled size={iconSize.normal} aria-hidden />
              ) : (
                <IconVolume size={iconSize.normal} aria-hidden />
              )
            }
            disabled={spoken.trim() === ''}
            onClick={() => (sample.isPlaying ? sample.stop() : void sample.play(spoken.trim(), language))}
          >
            {sample.isPlaying ? messages.voicing.stopHearing : messages.voicing.hearIt}
          </Button>
        </div>
        <p className={classes.note}>
          {messages.voicing.spokenHint} {messages.voicing.hearNote}
        </p>
        <div className={classes.scope}>
          <SegmentedControl
            aria-label={messages.voicing.usedIn}
            data={[
              { value: 'project', label: messages.voicing.thisProject },
              { value: 'all', label: messages.voicing.allProjects },
            ]}
            value={shared ? 'all' : 'project'}
            onChange={(value) => begin({ written, spoken, language, voice, shared: value === 'all' })}
          />
          {voiceOffered !== null && (
            <Checkbox
              label={messages.voicing.onlyVoice(nameOfVoice(voiceOffered))}
              checked={voice !== null}
              onChange={(event) => change({ voice: event.currentTarget.checked ? voiceOffered : null })}
            />
          )}
        </div>
        <div className={classes.saving}>
          <Status draft={draft} replaced={replaced} isWhole={isWhole} saved={saved} />
          <Button type="submit" disabled={!isWhole}>
            {messages.voicing.save}
          </Button>
        </div>
      </DialogForm>
      {failure && (
        <p role="alert" className={classes.failure}>
          {plainFailure(failure)}
        </p>
      )}
      <Table
        entries={table}
        onEdit={(entry) => begin({ ...entry }, entry)}
        onRemove={(entry) => void removeEntry(shared, entry).then(setFailure)}
      />
      <DialogActions>
        <CsvActions shared={shared} entries={table} onFailure={setFailure} />
        <Button variant="default" onClick={closeEntry}>
          {messages.voicing.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface StatusProps {
  draft: EntryDraft;
  replaced: Pronunciation | undefined;
  isWhole: boolean;
  /** What was saved last. */
  saved: string | undefined;
}

function Status({ draft, replaced, isWhole, saved }: StatusProps) {
  const [known, setKnown] = useState<{ of: EntryDraft; preview: ChangePreview | undefined }>();
  useEffect(() => {
    if (!isWhole) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void previewEntry(draft, replaced, abort.signal).then((preview) => {
        if (!abort.signal.aborted) setKnown({ of: draft, preview });
      });
    }, asksAfterMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [draft, replaced, isWhole]);
  const preview = known?.of === draft ? known.preview : undefined;
  const words = preview
    ? `${messages.voicing.occurrences(preview.matches, preview.blocks)} · ${previewWords(preview)}`
    : messages.voicing.counting;
  return (
    <p role="status" className={classes.status}>
      {isWhole ? words : (saved ?? messages.voicing.enterBoth)}
    </p>
  );
}

/** Rows that are shown at once, the last added first; CSV has them all. */
const shownRows = 200;

function Table(props: {
  entries: readonly Pronunciation[];
  onEdit: (entry: Pronunciation) => void;
  onRemove: (entry: Pronunciation) => void;
}) {
  const { entries, onEdit, onRemove } = props;
  if (entries.length === 0) return <p className={classes.note}>{messages.voicing.noPronunciations}</p>;
  return (
    <div className={classes.tableBox}>
      <table className={classes.table} aria-label={messages.voicing.pronunciations}>
        <thead>
          <tr>
            <th scope="col">{messages.voicing.written}</th>
            <th scope="col">{messages.voicing.spoken}</th>
            <th scope="col">{messages.voicing.language}</th>
            <th scope="col">{messages.voicing.voice}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {entries
            .slice(-shownRows)
            .toReversed()
            .map((entry) => (
              <tr key={JSON.stringify(entry)}>
                <td>{entry.written}</td>
                <td>{entry.spoken}</td>
                <td>{entry.language ?? messages.voicing.anyLanguage}</td>
                <td>{entry.voice === null ? messages.voicing.anyVoice : nameOfVoice(entry.voice)}</td>
                <td className={classes.rowActions}>
                  <ActionIcon variant="subtle" color="gray" aria-label={messages.voicing.edit(entry.written)} onClick={() => onEdit(entry)}>
                    <IconPencil size={iconSize.normal} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={messages.voicing.remove(entry.written)}
                    onClick={() => onRemove(entry)}
                  >
                    <IconX size={iconSize.normal} aria-hidden />
                  </ActionIcon>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function CsvActions(props: { shared: boolean; entries: readonly Pronunciation[]; onFailure: (failure: Failure | undefined) => void }) {
  const { shared, entries, onFailure } = props;
  const input = useRef<HTMLInputElement>(null);
  const read = async (text: string): Promise<void> => {
    const added = parsePronunciations(text);
    const failed = await saveTable(shared, withPronunciations(entries, added));
    onFailure(failed);
    if (!failed) announce(messages.voicing.imported(added.length));
  };
  const write = async (): Promise<void> => {
    const answer = await exportTable(shared);
    if (!answer.ok) onFailure(answer.failure);
    else if (answer.value.url !== null) download(answer.value.url, answer.value.name);
  };
  return (
    <div className={classes.csv}>
      <CsvInput ref={input} onText={read} onFailure={onFailure} />
      <Button variant="default" onClick={() => input.current?.click()}>
        {messages.voicing.importCsv}
      </Button>
      <Button variant="default" disabled={entries.length === 0} onClick={() => void write()}>
        {messages.voicing.exportCsv}
      </Button>
    </div>
  );
}

/** A respelling in the voice of this computer, until it has ended or is stopped. */
function useSample(onFailure: (failure: Failure) => void) {
  const context = useRef<AudioContext>(undefined);
  const [isPlaying, setPlaying] = useState(false);
  const stop = (): void => {
    void context.current?.close();
    context.current = undefined;
    setPlaying(false);
  };
  useEffect(
    () => () => {
      void context.current?.close();
      context.current = undefined;
    },
    [],
  );
  const play = async (text: string, language: string | null): Promise<void> => {
    const mine = createContext();
    context.current = mine;
    setPlaying(true);
    const answer = await hear(text, language);
    if (context.current !== mine) return;
    if (!answer.ok) {
      stop();
      onFailure(answer.failure);
      return;
    }
    const source = mine.createBufferSource();
    source.buffer = await mine.decodeAudioData(answer.value.wav.slice().buffer);
    source.connect(mine.destination);
    source.onended = () => context.current === mine && stop();
    if (context.current === mine) source.start();
  };
  return { isPlaying, play, stop };
}
