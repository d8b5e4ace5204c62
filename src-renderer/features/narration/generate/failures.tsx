import { Button } from '@mantine/core';
import type { Node } from '@tiptap/pm/model';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { fail, type Failure } from '#shared/failure.ts';
import { isOfConnection } from '../../../core/connections/connection-failures.ts';
import { dismissFailures, useGeneration, type FailedBlock } from '../../../core/generation/generation.ts';
import { retrySound, usePlayer } from '../../../core/player/player.ts';
import { showChapter, useProject } from '../../../core/project/project.ts';
import { useStudio } from '../../../core/studio/studio.ts';
import { useUnsent } from '../stores.ts';
import { ConnectionFailure, RestartButton } from '../../../core/connections/connection-failure.tsx';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { generateAgain, generateAll } from './actions.ts';
import { failureTitle } from '../../../lib/failure-words.ts';
import { cardsWithoutBlock, groupFailures, type FailureGroup } from './failure-groups.ts';
import { FoldedFailure } from './folded-failure.tsx';
import { KeptFocus } from '../../../ui/kept-focus.tsx';
import { SplitButton } from '../inspector/inspector-problems.tsx';
import { ResumeUnsent } from './resume-unsent.tsx';
import { goToBlock } from '../script/script.tsx';
import classes from './failures.module.css';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** What stands in the way, above the script: the service, the lists, and what failed in the last run. */
export function Failures() {
  const connection = useStudio((state) => state.connection);
  const failures = useGeneration((state) => state.failures);
  const voices = useStudio((state) => state.voices);
  const models = useStudio((state) => state.models);
  const { failure: soundFailure, problem } = usePlayer();
  const broken = connection?.state === 'failed' ? connection : undefined;
  // What failed for the same reason as the service's own card says is not said twice.
  const all = broken ? failures.filter(({ failure }) => !isOfConnection(failure)) : failures;
  const shown = useProject((state) => state.chapterId);
  const isHere = ({ chapterId }: FailedBlock): boolean => chapterId === undefined || chapterId === shown;
  const here = all.filter(isHere);
  const gone = useProject(({ document }) => (document === undefined ? '' : cardsWithoutBlock(here, idsIn(document)).join(' ')));
  const cards = here.filter(({ id }) => !gone.split(' ').includes(String(id)));
  const elsewhere = all.filter((card) => !isHere(card));
  const lists = !broken && (voices.state === 'failed' || models.state === 'failed');
  const sound =
    soundFailure ?? (problem === '' ? undefined : fail('file-failed', message('failures.verbatim', problem), { next: 'retry' }).failure);
  const hasUnsent = useUnsent((state) => state.orders.length > 0);
  const groups = groupFailures(cards);
  const list = useRef<HTMLDivElement>(null);
  const newest = Math.max(...cards.map(({ id }) => id));
  useEffect(() => {
    // There may be more than the list shows at once.
    list.current?.querySelector('[data-dismissed]')?.scrollIntoView({ block: 'nearest' });
  }, [newest]);
  if (!broken && !lists && !sound && !hasUnsent && all.length === 0) return null;
  return (
    <div ref={list} className={classes.list}>
      <ConnectionFailure />
      {hasUnsent && <ResumeUnsent />}
      {sound && (
        <FailureCard
          failure={sound}
          about={messages.narration.chapterAudioSubject}
          paid={false}
          action={
            <Button variant="default" onClick={() => void retrySound()}>
              {messages.narration.tryAgain}
            </Button>
          }
        />
      )}
      {groups.map((group, place) => (
        <Group key={group.ids[0]} group={group} isNewest={place === 0} restart={broken && <RestartButton />} />
      ))}
      {elsewhere.length > 0 && <Elsewhere cards={elsewhere} />}
    </div>
  );
}

/** The newest is open; older ones take a line each until they are opened. */
function Group({ group, isNewest, restart }: { group: FailureGroup; isNewest: boolean; restart: ReactNode }) {
  const [isOpened, setOpened] = useState(false);
  const { ids, blockIds, requestIds, excerpt, failure } = group;
  const about =
    ids.length > 1 ? messages.narration.firstOf(messages.narration.block(ids.length), excerpt) : excerpt === '' ? undefined : excerpt;
  const dismiss = (): void => dismissFailures(ids);
  const isOpen = isNewest || isOpened;
  return (
    <KeptFocus state={isOpen}>
      {isOpen ? (
        <FailureCard
          failure={failure}
          requestIds={requestIds}
          about={about}
          action={<Step failure={failure} blockIds={blockIds} restart={restart} />}
          onDismiss={dismiss}
        />
      ) : (
        <FoldedFailure failure={failure} about={about} onOpen={() => setOpened(true)} onDismiss={dismiss} />
      )}
    </KeptFocus>
  );
}

function idsIn(document: Node): () => ReadonlySet<string> {
  return () => {
    const ids = new Set<string>();
    document.forEach((block) => void ids.add(String(block.attrs['id'])));
    return ids;
  };
}

/** One line for what failed in other chapters: its cards stand over its own script. */
function Elsewhere({ cards }: { cards: readonly FailedBlock[] }) {
  const outline = useProject((state) => state.outline);
  const chapters = outline.filter(({ id }) => cards.some(({ chapterId }) => chapterId === id));
  const [first] = chapters;
  if (!first) return null;
  const reasons = [...new Set(cards.map(({ failure }) => failureTitle(failure)))].join(', ');
  const where = chapters.length === 1 ? first.title : messages.narration.otherChapter(chapters.length);
  return (
    <p className={classes.elsewhere}>
      <span>{messages.narration.failedElsewhere(messages.narration.block(cards.length), where, reasons)}</span>
      <Button size="compact-sm" variant="default" onClick={() => showChapter(first.id)}>
        {messages.narration.showNamed(first.title)}
      </Button>
    </p>
  );
}

/** The next step as a button, where a button can take it. `restart` only while the service is down. */
function Step({ failure, blockIds, restart }: { failure: Failure; blockIds: readonly string[]; restart: ReactNode }) {
  const [first] = blockIds;
  const again = (words: string) => (
    <Button variant="default" onClick={() => (first === undefined ? generateAll() : generateAgain(blockIds))}>
      {words}
    </Button>
  );
  if (failure.field === 'text' && blockIds.length > 0) return <SplitButton blockIds={blockIds} otherwise={<GoTo blockId={first} />} />;
  switch (failure.next) {
    case 'restart-local-service':
      return restart ?? again(messages.narration.tryAgain);
    case 'retry':
    case 'wait':
    case 'check-connection':
    case 'free-disk-space':
    case 'add-credits':
    case 'add-quota':
      return again(messages.narration.tryAgain);
    case 'generate-again':
      return again(messages.narration.generateAgain);
    default:
      return <GoTo blockId={first} />;
  }
}

function GoTo({ blockId }: { blockId: string | undefined }) {
  if (blockId === undefined) return null;
  return (
    <Button variant="default" onClick={() => goToBlock(blockId)}>
      {messages.narration.goToBlock}
    </Button>
  );
}
