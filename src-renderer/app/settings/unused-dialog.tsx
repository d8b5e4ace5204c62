import { Button, Checkbox, Loader } from '@mantine/core';
import { useEffect } from 'react';
import type { FailureKind } from '#shared/failure.ts';
import type { UnusedKind, UnusedReport } from '#shared/operations/office.ts';
import { ages, toRemove, type Age } from './unused-store.ts';
import { ChoiceRow } from '../../ui/choice-row.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { day, fileName, number, size } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { toast } from '../../lib/toast.tsx';
import classes from './unused-dialog.module.css';
import { messages } from '#shared/messages/index.ts';
import { beginUnused, chooseUnused, lookForUnused, removeUnused, useUnused } from './stores.ts';

const ageWords: Readonly<Record<Age, string>> = {
  30: messages.account.days30,
  90: messages.account.days90,
  365: messages.account.aYear,
  1: messages.account.aDay,
};
const kindWords: Readonly<Record<UnusedKind, { one: string; note: string }>> = {
  sound: { one: messages.account.blockAudio, note: messages.account.blockAudioNote },
  line: { one: messages.account.auditionLine, note: messages.account.auditionLineNote },
  design: { one: messages.account.designCandidate, note: messages.account.designCandidateNote },
  other: { one: messages.account.otherAudio, note: messages.account.otherAudioNote },
  unnamed: {
    one: messages.account.orphanFile,
    note: messages.account.orphanFileNote,
  },
};
const manyWords: Readonly<Record<UnusedKind, string>> = {
  sound: messages.account.blockAudioPlural,
  line: messages.account.auditionLines,
  design: messages.account.designCandidates,
  other: messages.account.otherAudioPlural,
  unnamed: messages.account.orphanFiles,
};

/** What was paid for and nothing refers to, and its removal: looked at first, chosen, and confirmed. */
export function UnusedDialog({ onClose }: { onClose: () => void }) {
  const { days, report, looking, removing, failure } = useUnused();
  const wanted = useUnused(toRemoveStable);
  useEffect(() => beginUnused(), []);
  const remove = async (): Promise<void> => {
    const gone = await removeUnused();
    if (gone === undefined) return;
    const words = messages.account.unusedRemoved(messages.account.result(gone.files), size(gone.bytes));
    toast(messages.account.removed, messages.account.unusedRemovedToast(words));
    announce(words);
    onClose();
  };
  const some = wanted !== '';
  return (
    <Dialog onClose={onClose} title={messages.account.removeUnused} size="var(--dialog-width)">
      <div className={classes.dialog}>
        <ChoiceRow
          label={messages.account.unusedFor}
          choices={ages.map((age) => ({ value: String(age), label: ageWords[age] }))}
          value={String(days)}
          onChoose={(value) => lookForUnused({ days: ages.find((age) => String(age) === value) ?? days })}
        />
        {looking && (
          <p className={classes.note}>
            <Loader size={iconSize.tiny} /> {messages.account.lookingForUnused}
          </p>
        )}
        {report.state === 'failed' && (
          <FailureCard
            failure={report.failure}
            paid={false}
            about={messages.account.unusedNotFound}
            action={
              <Button variant="default" onClick={() => lookForUnused()}>
                {messages.account.lookAgain}
              </Button>
            }
          />
        )}
        {report.state === 'ready' && <Found report={report.value} />}
        {failure && (
          <FailureCard
            failure={failure}
            paid={false}
            about={messages.account.removing}
            action={
              <Button variant="default" onClick={() => lookForUnused()}>
                {messages.account.lookAgain}
              </Button>
            }
          />
        )}
        {some && <p className={classes.warning}>{messages.account.removeUnusedWarning}</p>}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {messages.account.cancel}
          </Button>
          <Button color="red" loading={removing} disabled={!some} onClick={() => void remove()}>
            {some ? messages.account.removeWanted(wanted) : messages.account.removeNow}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Of what is chosen, in a word that stays the same while it does; empty for nothing. */
function toRemoveStable(state: Parameters<typeof toRemove>[0]): string {
  const wanted = toRemove(state);
  return wanted === undefined || wanted.files === 0 ? '' : `${messages.account.result(wanted.files)}, ${size(wanted.bytes)}`;
}

function Found({ report }: { report: UnusedReport }) {
  const { chosen, lostProjects } = useUnused();
  const { unused, used, recent, lost, unreadProjects, unreadDocuments } = report;
  const mayBeLost = lostProjects || lost.files > 0;
  return (
    <>
      {unused.length === 0 && <p className={classes.none}>{messages.account.nothingUnused}</p>}
      {unused.map(({ kind, files, bytes, oldest }) => (
        <Checkbox
          key={kind}
          label={`${files === 1 ? `1 ${kindWords[kind].one}` : `${number(files)} ${manyWords[kind]}`}, ${size(bytes)}`}
          description={messages.account.unusedSince(kindWords[kind].note, day(oldest))}
          checked={chosen.includes(kind)}
          onChange={(event) => chooseUnused(kind, event.currentTarget.checked)}
        />
      ))}
      {mayBeLost && (
        <Checkbox
          label={messages.account.includeUnknownProjects}
          description={
            lostProjects
              ? messages.account.unknownProjectsIncluded
              : messages.account.unknownProjectsExcluded(messages.account.audioFile(lost.files), size(lost.bytes))
          }
          checked={lostProjects}
          onChange={(event) => lookForUnused({ lostProjects: event.currentTarget.checked })}
        />
      )}
      {unreadProjects.length > 0 && (
        <div className={classes.unread} role="note">
          {messages.account.projectsNotRead(messages.account.project(unreadProjects.length))}
          <ul>
            {unreadProjects.map(({ path, why }) => (
              <li key={path} title={path}>
                {fileName(path)}: {whyWords[why] ?? messages.account.whyUnreadable}
              </li>
            ))}
          </ul>
          {messages.account.projectsNotReadNextStep}
        </div>
      )}
      {unreadDocuments.length > 0 && (
        <p className={classes.unread} role="note">
          {messages.account.documentsNotRead(messages.account.document(unreadDocuments.length), fileName(unreadDocuments[0] ?? ''))}
        </p>
      )}
      <p className={classes.note}>
        {messages.account.inUseNotRemoved(messages.account.result(used.files), size(used.bytes))}
        {recent.files > 0 && messages.account.recentlyUsed(messages.account.result(recent.files), size(recent.bytes))}
      </p>
    </>
  );
}

const whyWords: Partial<Record<FailureKind, string>> = {
  'file-missing': messages.account.whyMissing,
  'file-in-use': messages.account.whyLocked,
  'file-not-a-project': messages.account.whyNotProject,
  'file-too-new': messages.account.whyNewer,
  damaged: messages.account.whyDamaged,
};
