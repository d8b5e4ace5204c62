import { Button, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { messages } from '#shared/messages/index.ts';
import { useProject } from '../../../core/project/project.ts';
import { number } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { setManuscriptScope, updateScopes, useManuscript } from '../stores.ts';
import { ChapterTree } from './chapter-tree.tsx';
import { Actions, Characters, Failed, Footnotes, Warnings } from './draft-parts.tsx';
import { castDraft, countDraftWords, type ManuscriptDraft } from './manuscript-draft.ts';
import { formatPrice } from './price.ts';
import { describeCounts, isEmptyPlan, isOtherText, type UpdatePlan, type UpdateScope } from './update-plan.ts';
import { AllRows, Changes, OwnEdits } from './update-rows.tsx';
import classes from './update-preview.module.css';

/** What a revised manuscript changes, a chapter at a time, and what generating it would cost. */
export function UpdatePreview({ draft }: { draft: ManuscriptDraft }) {
  const plan = useManuscript((state) => state.plan);
  const price = useManuscript((state) => state.price);
  const hasAudio = useProject((state) => state.takes.length > 0);
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
      {!plan.isThreeWay && plan.groups.length > 0 && <p className={classes.files}>{messages.manuscript.importUnknown}</p>}
      {plan.groups.length > 0 && <Changes groups={plan.groups} cast={plan.cast} locked={plan.prepared.lockedRows} />}
      {plan.groups.length > 0 && <AllRows plan={plan} />}
      <OwnEdits edits={plan.own} />
      <DraftChoices draft={draft} />
      <Warnings draft={draft} />
      <Failed />
      <Actions
        way="update"
        canFinish={plan.chapters.length > 0 && (!isEmpty || plan.isNewText)}
        status={
          <div role="status" className={classes.status}>
            {isEmpty ? (
              <p>{describeNothing(plan)}</p>
            ) : (
              <>
                <p>{plan.taken === 0 ? messages.manuscript.onlyPauses : describeCounts(plan.counts)}</p>
                {plan.recast > 0 && <p>{messages.manuscript.recast(plan.recast)}</p>}
                {plan.typography > 0 && <p>{messages.manuscript.typographyAlone(plan.typography)}</p>}
                <p className={classes.price}>{describeAudio(plan, formatPrice(price), hasAudio)}</p>
                {plan.locked > 0 && <p>{messages.manuscript.lockedChanged(plan.locked)}</p>}
              </>
            )}
          </div>
        }
      />
    </>
  );
}

/** Why an update leaves everything as it is. */
function describeNothing({ chapters, groups, own, typography, isNewText, isThreeWay }: UpdatePlan): string {
  if (chapters.length === 0) return messages.manuscript.nothingLeft;
  if (typography > 0) return messages.manuscript.typographyAlone(typography);
  if (groups.length > 0) return messages.manuscript.allLeftOut;
  if (!isThreeWay && isNewText) return messages.manuscript.sameTextUnknown;
  return own.length > 0 ? messages.manuscript.manuscriptUnchanged : messages.manuscript.sameText;
}

function describeAudio({ stale, unheard, needed, locked }: UpdatePlan, price: string, hasAudio: boolean): string {
  if (stale + unheard + needed === 0 && locked > 0) return messages.manuscript.nothingToGenerate;
  if (stale + unheard + needed === 0) return hasAudio ? messages.manuscript.audioStays : messages.manuscript.noAudioAffected;
  const parts = [
    ...(stale > 0 ? [messages.manuscript.becomeStale(stale)] : []),
    ...(unheard > 0 ? [messages.manuscript.withoutAudio(unheard)] : []),
    ...(needed > 0 ? [messages.manuscript.neededBefore(needed)] : []),
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
