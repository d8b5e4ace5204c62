import { Button, Checkbox, Loader } from '@mantine/core';
import { useEffect } from 'react';
import type { FailureKind } from '#shared/failure.ts';
import type { UnusedKind, UnusedReport } from '#shared/operations/office.ts';
import { ages, beginUnused, chooseUnused, lookForUnused, removeUnused, toRemove, useUnused, type Age } from './unused-results.ts';
import { ChoiceRow } from '../../ui/choice-row.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { day, fileName, plural, size } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { toast } from '../../lib/toast.tsx';
import classes from './unused-dialog.module.css';

const ageWords: Readonly<Record<Age, string>> = { 30: '30 days', 90: '90 days', 365: 'A year', 1: 'A day' };
const kindWords: Readonly<Record<UnusedKind, { one: string; note: string }>> = {
  sound: { one: 'sound of a block', note: 'No project has it as a take, chosen or not. A project keeps its own copies.' },
  line: { one: 'line of an audition or dub', note: 'No dub uses it any more.' },
  design: { one: 'candidate of a removed design', note: 'Its design stands under Removed in Design, and is silent then.' },
  other: { one: 'sound of an earlier interface', note: 'From Integrations, or spoken for a lip sync. Only Jobs has it.' },
  unnamed: {
    one: 'file that no request names',
    note: 'A crash left it, or a transcription that was never sent. No panel and no job has it.',
  },
};
const manyWords: Readonly<Record<UnusedKind, string>> = {
  sound: 'sounds of blocks',
  line: 'lines of auditions and dubs',
  design: 'candidates of removed designs',
  other: 'sounds of earlier interfaces',
  unnamed: 'files that no request names',
};

/** What was paid for and nothing refers to, and its removal: looked at first, chosen, and confirmed. */
export function UnusedDialog({ onClose }: { onClose: () => void }) {
  const { days, report, looking, removing, failure } = useUnused();
  const wanted = useUnused(toRemoveStable);
  useEffect(() => beginUnused(), []);
  const remove = async (): Promise<void> => {
    const gone = await removeUnused();
    if (gone === undefined) return;
    const words = `${plural(gone.files, 'result')} removed, ${size(gone.bytes)} freed.`;
    toast('Removed', `${words} Jobs says so of each request that made one.`);
    announce(words);
    onClose();
  };
  const some = wanted !== '';
  return (
    <Dialog onClose={onClose} title="Remove results nobody uses" size="var(--dialog-width)">
      <div className={classes.dialog}>
        <ChoiceRow
          label="Not heard or used for"
          choices={ages.map((age) => ({ value: String(age), label: ageWords[age] }))}
          value={String(days)}
          onChoose={(value) => lookForUnused({ days: ages.find((age) => String(age) === value) ?? days })}
        />
        {looking && (
          <p className={classes.note}>
            <Loader size={iconSize.tiny} /> Looking through your projects, dubs and panels
          </p>
        )}
        {report.state === 'failed' && (
          <FailureCard
            failure={report.failure}
            paid={false}
            about="What nobody uses could not be looked for. Nothing was removed."
            action={
              <Button variant="default" onClick={() => lookForUnused()}>
                Look again
              </Button>
            }
          />
        )}
        {report.state === 'ready' && <Found report={report.value} />}
        {failure && (
          <FailureCard
            failure={failure}
            paid={false}
            about="Removing"
            action={
              <Button variant="default" onClick={() => lookForUnused()}>
                Look again
              </Button>
            }
          />
        )}
        {some && (
          <p className={classes.warning}>
            These were paid for. Once removed they cannot be had back, and generating the same words again is a new request that is charged.
            What the service still keeps is fetched without a charge.
          </p>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep everything
          </Button>
          <Button color="red" loading={removing} disabled={!some} onClick={() => void remove()}>
            {some ? `Remove ${wanted}` : 'Remove'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Of what is chosen, in a word that stays the same while it does; empty for nothing. */
function toRemoveStable(state: Parameters<typeof toRemove>[0]): string {
  const wanted = toRemove(state);
  return wanted === undefined || wanted.files === 0 ? '' : `${plural(wanted.files, 'result')}, ${size(wanted.bytes)}`;
}

function Found({ report }: { report: UnusedReport }) {
  const { chosen, lostProjects } = useUnused();
  const { unused, used, recent, lost, unreadProjects, unreadDocuments } = report;
  const mayBeLost = lostProjects || lost.files > 0;
  return (
    <>
      {unused.length === 0 && <p className={classes.none}>Nothing is unused for so long.</p>}
      {unused.map(({ kind, files, bytes, oldest }) => (
        <Checkbox
          key={kind}
          label={`${files === 1 ? `1 ${kindWords[kind].one}` : `${files.toLocaleString('en')} ${manyWords[kind]}`}, ${size(bytes)}`}
          description={`${kindWords[kind].note} Unused at the longest since ${day(oldest)}.`}
          checked={chosen.includes(kind)}
          onChange={(event) => chooseUnused(kind, event.currentTarget.checked)}
        />
      ))}
      {mayBeLost && (
        <Checkbox
          label="Also sounds of projects that the studio does not know"
          description={
            lostProjects
              ? 'They count above. A project on another disk has its own copies, unless it was never opened since they were made.'
              : `${plural(lost.files, 'sound')}, ${size(lost.bytes)}. They stay: the projects may lie on another disk, or be deleted.`
          }
          checked={lostProjects}
          onChange={(event) => lookForUnused({ lostProjects: event.currentTarget.checked })}
        />
      )}
      {unreadProjects.length > 0 && (
        <div className={classes.unread} role="note">
          {plural(unreadProjects.length, 'project')} could not be read, so no sound of a block is removed: any may be in use there.
          <ul>
            {unreadProjects.map(({ path, why }) => (
              <li key={path} title={path}>
                {fileName(path)}: {whyWords[why] ?? 'it could not be read'}
              </li>
            ))}
          </ul>
          Make it readable, or take what is gone for good off the recent projects.
        </div>
      )}
      {unreadDocuments.length > 0 && (
        <p className={classes.unread} role="note">
          {plural(unreadDocuments.length, 'document')} of the profile could not be read ({fileName(unreadDocuments[0] ?? '')}), so nothing
          but sounds of blocks is removed: any may be in use there.
        </p>
      )}
      <p className={classes.note}>
        In use and kept: {plural(used.files, 'result')}, {size(used.bytes)}.
        {recent.files > 0 && ` Not used by anything, but lately: ${plural(recent.files, 'result')}, ${size(recent.bytes)}.`}
      </p>
    </>
  );
}

const whyWords: Partial<Record<FailureKind, string>> = {
  'file-missing': 'it is not there; its disk may be away',
  'file-in-use': 'another program has it open',
  'file-not-a-project': 'it is no project',
  'file-too-new': 'a newer version made it',
  damaged: 'it is damaged',
};
