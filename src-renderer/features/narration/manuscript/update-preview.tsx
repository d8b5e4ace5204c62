import { Button, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { diffWordsWithSpace } from 'diff';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { RevisionChange } from '#shared/manuscript/revise.ts';
import { messages } from '#shared/messages/index.ts';
import { findCharacter, type Character } from '#shared/narration/cast.ts';
import { useProject } from '../../../core/project/project.ts';
import { number } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { setManuscriptScope, updateScopes, useManuscript } from '../stores.ts';
import { ChapterTree } from './chapter-tree.tsx';
import { Actions, Characters, Failed, Footnotes, Warnings } from './draft-parts.tsx';
import { castDraft, countDraftWords, type ManuscriptDraft } from './manuscript-draft.ts';
import { useFocusOnArrival } from './focus-on-arrival.ts';
import { formatPrice } from './price.ts';
import { describeCounts, isEmptyPlan, isOtherText, type ChapterChanges, type UpdatePlan, type UpdateScope } from './update-plan.ts';
import classes from './update-preview.module.css';

/** Changes of a chapter that are listed; the rest is counted. */
const listed = 200;

/** What a revised manuscript changes, a chapter at a time, and what generating it would cost. */
export function UpdatePreview({ draft }: { draft: ManuscriptDraft }) {
  const plan = useManuscript((state) => state.plan);
  const price = useManuscript((state) => state.price);
  if (!plan) return <Actions way="update" canFinish={false} />;
  const isEmpty = isEmptyPlan(plan);
  return (
    <>
      <ScopeChoice />
      {isOtherText(plan) && (
        <p className={classes.warning} role="alert">
          <IconAlertTriangle size={iconSize.normal} aria-hidden />
          <span>{messages.manuscript.otherText(number(plan.found), number(plan.compared))}</span>
        </p>
      )}
      {plan.groups.length > 0 && <Changes groups={plan.groups} cast={plan.cast} />}
      <DraftChoices draft={draft} />
      <Warnings draft={draft} />
      <Failed />
      <div role="status" className={classes.status}>
        {isEmpty ? (
          <p>{plan.typography === 0 ? messages.manuscript.sameText : messages.manuscript.typographyAlone(plan.typography)}</p>
        ) : (
          <>
            <p>{plan.groups.length === 0 ? messages.manuscript.onlyPauses : describeCounts(plan.counts)}</p>
            {plan.recast > 0 && <p>{messages.manuscript.recast(plan.recast)}</p>}
            {plan.typography > 0 && <p>{messages.manuscript.typographyAlone(plan.typography)}</p>}
            <p className={classes.price}>{describeAudio(plan, formatPrice(price))}</p>
          </>
        )}
      </div>
      <Actions way="update" canFinish={!isEmpty} />
    </>
  );
}

function describeAudio({ stale, unheard }: UpdatePlan, price: string): string {
  if (stale + unheard === 0) return messages.manuscript.audioStays;
  const parts = [
    ...(stale > 0 ? [messages.manuscript.becomeStale(stale)] : []),
    ...(unheard > 0 ? [messages.manuscript.withoutAudio(unheard)] : []),
  ];
  return [...parts, price].join(' · ');
}

/** What the manuscript is compared with, where there is a choice. */
function ScopeChoice() {
  const scope = useManuscript((state) => state.scope);
  const scopes = useMemo(() => updateScopes(), []);
  if (scopes.length < 2) return null;
  const nameOf = (each: UpdateScope): string => ('source' in each ? each.source : '');
  return (
    <NativeSelect
      label={messages.manuscript.compareWith}
      value={nameOf(scope)}
      data={scopes.map((each) => ({
        value: nameOf(each),
        label: 'source' in each ? messages.manuscript.chaptersOf(each.source) : messages.manuscript.allChapters,
      }))}
      onChange={(event) => {
        const chosen = scopes.find((each) => nameOf(each) === event.currentTarget.value);
        if (chosen) setManuscriptScope(chosen);
      }}
    />
  );
}

/** The choices of an import, for a manuscript that brings more than was imported. */
function DraftChoices({ draft }: { draft: ManuscriptDraft }) {
  const [isOpen, setOpen] = useState(false);
  const cast = useProject((state) => state.details?.cast);
  const known = useMemo(() => cast?.map(({ name }) => name) ?? [], [cast]);
  const names = useMemo(() => castDraft(draft, known).names.filter((name) => !known.includes(name)), [draft, known]);
  const words = useMemo(() => (isOpen ? countDraftWords(draft, known) : new Map<string, number>()), [isOpen, draft, known]);
  const left = draft.chapters.filter(({ isChosen }) => !isChosen).length;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <Characters names={names} cast={cast ?? []} />
      <div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={isOpen}
          leftSection={<Chevron size={iconSize.normal} />}
          onClick={() => setOpen(!isOpen)}
        >
          {left === 0 ? messages.manuscript.chooseChapters : messages.manuscript.chooseChaptersLeft(left)}
        </Button>
      </div>
      {isOpen && <ChapterTree chapters={draft.chapters} words={words} />}
      {isOpen && <Footnotes draft={draft} />}
    </>
  );
}

/** The chapters that change, and the changes of the one that is chosen. */
function Changes({ groups, cast }: { groups: readonly ChapterChanges[]; cast: readonly Character[] }) {
  const [chosen, setChosen] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  useFocusOnArrival(list, 'button');
  const group = groups.find(({ chapterId }) => chapterId === chosen) ?? groups[0];
  return (
    <div className={classes.changes}>
      <ol ref={list} className={classes.chapters} aria-label={messages.manuscript.changedChapters} onKeyDown={moveInList}>
        {groups.map((each) => (
          <li key={each.chapterId}>
            <button
              type="button"
              className={classes.chapter}
              aria-current={each === group ? 'true' : undefined}
              tabIndex={each === group ? 0 : -1}
              onClick={() => setChosen(each.chapterId)}
              onFocus={() => setChosen(each.chapterId)}
            >
              <span className={classes.title}>{each.title}</span>
              <span className={classes.note}>{describeChapter(each)}</span>
            </button>
          </li>
        ))}
      </ol>
      {group && <ChangeTable key={group.chapterId} group={group} cast={cast} />}
    </div>
  );
}

/** Up and Down go from chapter to chapter. */
function moveInList(event: KeyboardEvent<HTMLOListElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = by === 0 ? undefined : buttons[buttons.findIndex((button) => button === document.activeElement) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function describeChapter({ kind, changes }: ChapterChanges): string {
  const state = { added: messages.manuscript.newChapter, removed: messages.manuscript.goneChapter, moved: messages.manuscript.movedChapter, kept: undefined }[kind]; // prettier-ignore
  const count = changes.length === 0 ? undefined : messages.manuscript.change(changes.length);
  return [state, kind === 'added' || kind === 'removed' ? undefined : count].filter(Boolean).join(' · ') || messages.manuscript.renamed;
}

interface ChangeTableProps {
  group: ChapterChanges;
  cast: readonly Character[];
}

function ChangeTable({ group: { title, kind, same, renamedFrom, changes }, cast }: ChangeTableProps) {
  return (
    <div className={classes.scroller} tabIndex={0} role="group" aria-label={messages.manuscript.changesIn(title)}>
      {kind === 'moved' && <p className={classes.facts}>{messages.manuscript.chapterMoved(same)}</p>}
      {renamedFrom !== undefined && <p className={classes.facts}>{messages.manuscript.renamedFrom(renamedFrom)}</p>}
      <table className={classes.table} aria-label={messages.manuscript.changes}>
        <thead>
          <tr>
            <th scope="col">{messages.manuscript.kind}</th>
            <th scope="col">{messages.manuscript.before}</th>
            <th scope="col">{messages.manuscript.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, listed).map((change) => (
            <tr key={change.blockId}>
              <th scope="row" data-kind={change.kind}>
                {messages.manuscript.kinds[change.kind]}
              </th>
              <Texts change={change} speaker={findCharacter(cast, change.characterId ?? null)?.name} />
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > listed && <p className={classes.facts}>{messages.manuscript.moreChanges(number(changes.length - listed))}</p>}
    </div>
  );
}

/** The old and the new text. What went is struck through, what came is underlined: both show without color. */
function Texts({ change: { kind, before, after }, speaker }: { change: RevisionChange; speaker: string | undefined }) {
  const note = speaker !== undefined && <span className={classes.note}>{messages.manuscript.spokenBy(speaker)}</span>;
  if (kind === 'moved' || before === after)
    return (
      <>
        <td>{kind === 'changed' && <span className={classes.note}>{messages.manuscript.otherSpeaker}</span>}</td>
        <td>
          {after} {note}
        </td>
      </>
    );
  const parts = kind === 'changed' ? diffWordsWithSpace(before, after) : undefined;
  return (
    <>
      <td>
        {parts
          ? parts.map(({ value, added, removed }, index) =>
              added ? null : removed ? <del key={index}>{value}</del> : <span key={index}>{value}</span>,
            )
          : before}
      </td>
      <td>
        {parts
          ? parts.map(({ value, added, removed }, index) =>
              removed ? null : added ? <ins key={index}>{value}</ins> : <span key={index}>{value}</span>,
            )
          : after}{' '}
        {note}
      </td>
    </>
  );
}
