import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconGitMerge, IconLock } from '@tabler/icons-react';
import { diffWordsWithSpace } from 'diff';
import { useRef, useState, type KeyboardEvent } from 'react';
import { isTaken } from '#shared/manuscript/revise.ts';
import type { OwnEdit, Row } from '#shared/manuscript/comparison.ts';
import { messages } from '#shared/messages/index.ts';
import { findCharacter, type Character } from '#shared/narration/cast.ts';
import { number } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { takeManuscriptRows, useManuscript } from '../stores.ts';
import { useFocusOnArrival } from './focus-on-arrival.ts';
import type { ChapterChanges, UpdatePlan } from './update-plan.ts';
import classes from './update-preview.module.css';

/** What the manuscript changes, a row each, to be taken or left out; and what a person changed, which stays. */

/** Rows of a chapter that are listed; the rest is counted. */
const listed = 200;

/** The chapters that change, and the changes of the one that is chosen. */
interface ChangesProps {
  groups: readonly ChapterChanges[];
  cast: readonly Character[];
  /** Keys of the rows that change or remove a locked block. */
  locked: ReadonlySet<string>;
}

export function Changes({ groups, cast, locked }: ChangesProps) {
  const [chosen, setChosen] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  useFocusOnArrival(list, 'button');
  const group = groups.find(({ key }) => key === chosen) ?? groups[0];
  return (
    <div className={classes.changes}>
      <ol ref={list} className={classes.chapters} aria-label={messages.manuscript.changedChapters} onKeyDown={moveInList}>
        {groups.map((each) => (
          <li key={each.key}>
            <button
              type="button"
              className={classes.chapter}
              aria-current={each === group ? 'true' : undefined}
              tabIndex={each === group ? 0 : -1}
              onClick={() => setChosen(each.key)}
              onFocus={() => setChosen(each.key)}
            >
              <span className={classes.title}>{each.title}</span>
              <span className={classes.note}>{describeChapter(each)}</span>
            </button>
          </li>
        ))}
      </ol>
      {group && <ChangeTable key={group.key} group={group} cast={cast} locked={locked} />}
    </div>
  );
}

/** Up and Down go from chapter to chapter. */
function moveInList(event: KeyboardEvent<HTMLOListElement>): void {
  move(event, [...event.currentTarget.querySelectorAll('button')]);
}

function move(event: KeyboardEvent, stops: readonly HTMLElement[]): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const next = by === 0 ? undefined : stops[stops.findIndex((stop) => stop === document.activeElement) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function describeChapter({ kind, rows }: ChapterChanges): string {
  const state = { added: messages.manuscript.newChapter, removed: messages.manuscript.goneChapter, moved: messages.manuscript.movedChapter, kept: undefined }[kind]; // prettier-ignore
  const conflicts = rows.filter(({ isConflict }) => isConflict).length;
  const paragraphs = rows.filter((row) => row.kind !== 'chapter-moved' && row.kind !== 'renamed').length;
  const count = paragraphs === 0 || kind === 'added' || kind === 'removed' ? undefined : messages.manuscript.change(paragraphs);
  const renamed = rows.some((row) => row.kind === 'renamed') ? messages.manuscript.renamed : undefined;
  return [state, count, renamed, conflicts > 0 ? messages.manuscript.conflict(conflicts) : undefined].filter(Boolean).join(' · ');
}

interface ChangeTableProps extends Omit<ChangesProps, 'groups'> {
  group: ChapterChanges;
}

function ChangeTable({ group, cast, locked }: ChangeTableProps) {
  const { title, kind, same, rows } = group;
  const choices = useManuscript((state) => state.choices);
  const plain = rows.filter(({ isConflict }) => !isConflict);
  const taken = plain.filter((row) => isTaken(row, choices)).length;
  return (
    <div className={classes.scroller} tabIndex={0} role="group" aria-label={messages.manuscript.changesIn(title)}>
      {kind === 'moved' && <p className={classes.facts}>{messages.manuscript.chapterMoved(same)}</p>}
      <table className={classes.table} aria-label={messages.manuscript.changes}>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                size="xs"
                aria-label={messages.manuscript.takeAllIn(title)}
                checked={plain.length > 0 && taken === plain.length}
                indeterminate={taken > 0 && taken < plain.length}
                disabled={plain.length === 0}
                onChange={(event) => takeManuscriptRows(plain.map(({ key }) => key), event.currentTarget.checked)} // prettier-ignore
              />
            </th>
            <th scope="col">{messages.manuscript.kind}</th>
            <th scope="col">{messages.manuscript.before}</th>
            <th scope="col">{messages.manuscript.after}</th>
          </tr>
        </thead>
        <tbody onKeyDown={moveInRows}>
          {rows.slice(0, listed).map((row) => (
            <ChangeRow
              key={row.key}
              row={row}
              taken={isTaken(row, choices)}
              isLocked={locked.has(row.key)}
              speaker={findCharacter(cast, row.characterId ?? null)?.name}
            />
          ))}
        </tbody>
      </table>
      {rows.length > listed && <p className={classes.facts}>{messages.manuscript.moreChanges(number(rows.length - listed))}</p>}
    </div>
  );
}

/** Up and Down go from row to row, Space takes a row or leaves it out. */
function moveInRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const stops = [...event.currentTarget.querySelectorAll('tr')].flatMap(
    (row) => row.querySelector<HTMLElement>('input[type=checkbox], input[type=radio]:checked') ?? [],
  );
  move(event, stops);
}

interface ChangeRowProps {
  row: Row;
  taken: boolean;
  isLocked: boolean;
  speaker: string | undefined;
}

function ChangeRow({ row, taken, isLocked, speaker }: ChangeRowProps) {
  const { key, kind, isConflict, base, yours, theirs } = row;
  const text = theirs ?? yours ?? '';
  const toggle = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || !(event.target instanceof HTMLInputElement) || event.target.type !== 'radio') return;
    event.preventDefault();
    takeManuscriptRows([key], !taken);
  };
  return (
    <tr data-left={taken || isConflict ? undefined : 'true'} data-conflict={isConflict || undefined} onKeyDown={toggle}>
      <td>
        {isConflict ? (
          <IconGitMerge size={iconSize.normal} aria-hidden className={classes.conflict} />
        ) : (
          <Checkbox
            size="xs"
            aria-label={messages.manuscript.takeRow(messages.manuscript.kinds[kind], text)}
            checked={taken}
            onChange={(event) => takeManuscriptRows([key], event.currentTarget.checked)}
          />
        )}
      </td>
      <th scope="row" data-kind={kind}>
        {isConflict && <strong className={classes.conflict}>{messages.manuscript.conflictMark}</strong>}
        <span className={isConflict ? classes.note : undefined}>{messages.manuscript.kinds[kind]}</span>
        {isLocked && (
          <span className={classes.locked}>
            <IconLock size={iconSize.small} aria-hidden /> {messages.narration.locked}
          </span>
        )}
      </th>
      {isConflict ? (
        <>
          <td>
            {base !== undefined && <Labelled label={messages.manuscript.imported} text={base} />}
            <Labelled label={messages.manuscript.yours} before={base} text={yours ?? messages.manuscript.removedByYou} />
          </td>
          <td>
            <Labelled label={messages.manuscript.manuscript} before={base} text={theirs ?? messages.manuscript.removedInManuscript} />
            {speaker !== undefined && <span className={classes.note}>{messages.manuscript.spokenBy(speaker)}</span>}
            <SegmentedControl
              size="xs"
              orientation="vertical"
              aria-label={messages.manuscript.resolve(yours ?? theirs ?? '')}
              value={taken ? 'take' : 'keep'}
              data={[
                { value: 'keep', label: messages.manuscript.keepMine },
                { value: 'take', label: messages.manuscript.takeManuscript },
              ]}
              onChange={(value) => takeManuscriptRows([key], value === 'take')}
            />
          </td>
        </>
      ) : (
        <Texts row={row} speaker={speaker} />
      )}
    </tr>
  );
}

/** A version of a text with its name, and what is different from `before`. */
function Labelled({ label, before, text }: { label: string; before?: string | undefined; text: string }) {
  return (
    <p className={classes.version}>
      <span className={classes.note}>{label}</span>{' '}
      {before === undefined ? text : <Difference before={before} after={text} shows="after" />}
    </p>
  );
}

/** What went is struck through, what came is underlined: both show without color. */
function Difference({ before, after, shows }: { before: string; after: string; shows: 'before' | 'after' }) {
  return diffWordsWithSpace(before, after).map(({ value, added, removed }, index) => {
    if (shows === 'before' ? added : removed) return null;
    const Tag = removed ? 'del' : added ? 'ins' : 'span';
    return <Tag key={index}>{value}</Tag>;
  });
}

/** The old and the new text. */
function Texts({ row: { kind, yours = '', theirs = '' }, speaker }: { row: Row; speaker: string | undefined }) {
  const note = speaker !== undefined && <span className={classes.note}>{messages.manuscript.spokenBy(speaker)}</span>;
  if (kind === 'chapter-moved') return <td colSpan={2}>{messages.manuscript.wholeChapter}</td>;
  if (kind === 'moved' || (kind === 'changed' && yours === theirs))
    return (
      <>
        <td>{kind === 'changed' && <span className={classes.note}>{messages.manuscript.otherSpeaker}</span>}</td>
        <td>
          {theirs} {note}
        </td>
      </>
    );
  const isCompared = kind === 'changed' || kind === 'renamed';
  return (
    <>
      <td>{isCompared ? <Difference before={yours} after={theirs} shows="before" /> : yours}</td>
      <td>
        {isCompared ? <Difference before={yours} after={theirs} shows="after" /> : theirs} {note}
      </td>
    </>
  );
}

/** Takes every change of the manuscript, or none. Conflicts are chosen one by one: what a person wrote stays until they say otherwise. */
export function AllRows({ plan }: { plan: UpdatePlan }) {
  const rows = plan.groups.flatMap((group) => group.rows);
  const conflicts = rows.filter(({ isConflict }) => isConflict);
  const kept = conflicts.filter((row) => !isTaken(row, plan.choices)).length;
  const take = (isIn: boolean): void =>
    takeManuscriptRows(
      rows.filter(({ isConflict }) => !isIn || !isConflict).map(({ key }) => key),
      isIn,
    );
  return (
    <div className={classes.all}>
      <span>{messages.manuscript.taken(number(plan.taken), number(rows.length))}</span>
      {kept > 0 && <span className={classes.conflict}>{messages.manuscript.conflictsKept(kept)}</span>}
      <span className={classes.buttons}>
        <Button variant="default" size="compact-sm" onClick={() => take(true)}>
          {messages.manuscript.takeAll}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => take(false)}>
          {messages.manuscript.takeNone}
        </Button>
      </span>
    </div>
  );
}

/** What a person changed in the script and the manuscript did not: it stays. */
export function OwnEdits({ edits }: { edits: readonly OwnEdit[] }) {
  if (edits.length === 0) return null;
  return (
    <details className={classes.own}>
      <summary>{messages.manuscript.ownEdits(edits.length)}</summary>
      <div className={classes.ownScroller} tabIndex={0} role="group" aria-label={messages.manuscript.ownEdits(edits.length)}>
        <table className={classes.table} aria-label={messages.manuscript.ownEdits(edits.length)}>
          <thead>
            <tr>
              <th scope="col">{messages.manuscript.kind}</th>
              <th scope="col">{messages.manuscript.imported}</th>
              <th scope="col">{messages.manuscript.yours}</th>
            </tr>
          </thead>
          <tbody>
            {edits.slice(0, listed).map(({ key, kind, title, base, yours }) => (
              <tr key={key}>
                <th scope="row">
                  {messages.manuscript.yourEdit}{' '}
                  <span className={classes.note}>
                    {messages.manuscript.kinds[kind]} · {title}
                  </span>
                </th>
                <td>{base !== undefined && yours !== undefined ? <Difference before={base} after={yours} shows="before" /> : base}</td>
                <td>{base !== undefined && yours !== undefined ? <Difference before={base} after={yours} shows="after" /> : yours}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {edits.length > listed && <p className={classes.facts}>{messages.manuscript.moreChanges(number(edits.length - listed))}</p>}
      </div>
    </details>
  );
}
