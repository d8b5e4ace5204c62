import { Anchor, Button, CopyButton, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { messages } from '#shared/messages/index.ts';
import { plainFailure } from '../../../lib/failure-words.ts';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { useProject } from '../../../core/project/project.ts';
import { formatDuration } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { Dialog, DialogActions, DialogWords } from '../../../ui/dialog.tsx';
import { ReasonButton } from '../../../ui/reason-button.tsx';
import { SectionHeading } from '../../../ui/section.tsx';
import { goToBlock } from '../script/script.tsx';
import {
  cancelExportQuestion,
  chooseExportPreset,
  closeExport,
  countUncheckedTakes,
  leaveOutMissing,
  openPickups,
  startExport,
  useExport,
  usePickups,
} from '../stores.ts';
import { exportPresets, findPreset, isSound } from './export-choices.ts';
import { checkExport, type Check } from './export-checks.ts';
import { ExportFields } from './export-fields.tsx';
import { ExportJobView } from './export-job.tsx';
import { MissingBlocks } from './missing-blocks.tsx';
import { useMissing, type Missing } from './use-missing.ts';
import classes from './export-dialog.module.css';

const texts = messages.exportSheet;

/** Chapters as files: the preset, what it contains, what will come of it, and the run. */
export function ExportDialog() {
  const isOpen = useExport((state) => state.isOpen);
  const job = useExport((state) => state.job);
  // A press beside it must not take away what was chosen; Escape and Cancel are meant.
  const isChanged = useExport((state) => state.isChanged && state.job === undefined);
  if (!isOpen) return null;
  return (
    <Dialog onClose={closeExport} closeOnClickOutside={!isChanged} title={texts.title} size="var(--sheet-width)">
      {job ? <ExportJobView job={job} /> : <Choices />}
    </Dialog>
  );
}

function Choices() {
  const choices = useExport((state) => state.choices);
  const plan = useExport((state) => state.plan);
  const planFailure = useExport((state) => state.planFailure);
  const measured = useExport((state) => state.measured);
  const isMeasuring = useExport((state) => state.isMeasuring);
  const existing = useExport((state) => state.existing);
  const missing = useMissing(choices.leftOut);
  const pickups = usePickups(
    ({ placed }) => placed.filter(({ pickup, chapterId }) => pickup.state === 'open' && !choices.leftOut.includes(chapterId)).length,
  );
  const unchecked = usePickups(() => countUncheckedTakes(choices.leftOut));
  const leavesOut = useExport((state) => state.leavesOut);
  const format = isSound(choices.format) ? choices.format : undefined;
  const checks = checkExport({
    format,
    level: choices.level,
    plan,
    measured,
    isMeasuring,
    missing: missing.silent + missing.incomplete,
    changed: missing.changed.length,
    pickups,
    unchecked,
  });
  const [tooLong] = plan?.tooLong ?? [];
  const why = planFailure
    ? plainFailure(planFailure)
    : !plan
      ? texts.planning
      : tooLong
        ? texts.fileTooLong(tooLong.title)
        : missing.silent + missing.incomplete > 0 && !leavesOut
          ? texts.decideMissing(missing.incomplete > 0 ? texts.exportAnyway : texts.leaveOut)
          : undefined;
  if (existing) return <ExistingFiles names={existing} />;
  return (
    <form
      className={classes.sheet}
      onSubmit={(event) => {
        event.preventDefault();
        void startExport();
      }}
    >
      <SegmentedControl
        ref={focusChosen}
        fullWidth
        size="xs"
        classNames={{ input: classes.radio ?? '' }}
        aria-label={texts.preset}
        value={choices.presetId}
        data={exportPresets.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => chooseExportPreset(id)}
      />
      <p className={classes.note}>
        {findPreset(choices.presetId).note} {texts.writtenAs(texts.formatNames[choices.format])}
      </p>
      <div className={classes.columns}>
        <ExportFields />
        <div className={classes.column}>
          <MissingBlocks missing={missing} leavesOut={leavesOut} onLeaveOut={leaveOutMissing} />
          <Checks checks={checks} />
          {choices.presetId === 'audiobook' && <Disclosure />}
        </div>
      </div>
      <Warnings checks={checks} changed={missing.changed[0]?.id} />
      {planFailure && planFailure.field === undefined && <FailureCard failure={planFailure} paid={false} />}
      <DialogActions>
        <Summary missing={missing} />
        <Button variant="default" onClick={closeExport}>
          {texts.cancel}
        </Button>
        <ReasonButton why={why} submits>
          {texts.export}
        </ReasonButton>
      </DialogActions>
    </form>
  );
}

/** The keyboard begins at the preset. */
function focusChosen(group: HTMLElement | null): void {
  group?.querySelector('input:checked')?.setAttribute('data-autofocus', '');
}

function Summary({ missing }: { missing: Missing }) {
  const plan = useExport((state) => state.plan);
  const failure = useExport((state) => state.planFailure);
  const words = failure
    ? plainFailure(failure)
    : plan
      ? texts.summary(texts.file(plan.files), formatDuration(plan.durationMs / 1000))
      : texts.planning;
  return (
    <p role="status" className={classes.summary}>
      {words}
      {missing.silent > 0 && ` · ${texts.missingCount(String(missing.silent), messages.narration.block(missing.withText))}`}
      {missing.incomplete > 0 && ` · ${texts.incompleteCount(messages.narration.block(missing.incomplete))}`}
    </p>
  );
}

/** What an export is asked to wait for, in one line that does not scroll away. */
function Warnings({ checks, changed }: { checks: readonly Check[]; changed: string | undefined }) {
  const open = checks.filter(({ state, broken }) => ['review', 'old', 'broken'].includes(state) || broken.length > 0);
  if (open.length === 0) return null;
  return (
    <p className={classes.warnings} role="note">
      <IconAlertTriangle size={iconSize.normal} aria-hidden />
      {open.map(({ rule, value, state, leadsTo }) => (
        <span key={rule} className={classes.warning}>
          {texts.warning(rule, value, texts.states[state])}
          {leadsTo === 'pickups' && <WayThere words={messages.pickups.showCommand} onGo={openPickups} />}
          {leadsTo === 'changed' && changed !== undefined && <WayThere words={texts.showChanged} onGo={() => goToBlock(changed)} />}
        </span>
      ))}
    </p>
  );
}

function WayThere({ words, onGo }: { words: string; onGo: () => void }) {
  const go = (): void => {
    closeExport();
    onGo();
  };
  return (
    <Anchor component="button" type="button" fz="inherit" onClick={go}>
      {words}
    </Anchor>
  );
}

function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <section>
      <SectionHeading>{texts.checks}</SectionHeading>
      <table className={`${classes.table ?? ''} ${classes.checks ?? ''}`} aria-label={texts.checks}>
        <thead>
          <tr>
            <th scope="col">{texts.rule}</th>
            <th scope="col">{texts.limit}</th>
            <th scope="col">{texts.value}</th>
            <th scope="col">{texts.state}</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ rule, limit, value, state, broken }) => (
            <tr key={rule}>
              <th scope="row">{rule}</th>
              <td>{limit.replaceAll('-', '−')}</td>
              <td>{value}</td>
              <td className={classes.state} data-state={state}>
                {texts.states[state]}
                {broken.length > 0 && <span className={classes.broken}>{broken.slice(0, 5).join(', ')}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Disclosure() {
  const title = useProject((state) => state.details?.title ?? '');
  const own = useExport((state) => state.choices.title);
  return (
    <section aria-label={texts.disclosure}>
      <SectionHeading
        actions={
          <CopyButton value={texts.disclosureText(own.trim() === '' ? title : own.trim())}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="default" onClick={copy} aria-label={texts.copyDisclosure}>
                {copied ? texts.copied : texts.copyDisclosure}
              </Button>
            )}
          </CopyButton>
        }
      >
        {texts.disclosure}
      </SectionHeading>
      <p className={classes.note}>{texts.disclosureNote}</p>
    </section>
  );
}

/** Asks before files are replaced. */
function ExistingFiles({ names }: { names: readonly string[] }) {
  return (
    <>
      <DialogWords>
        <strong>{texts.existTitle(texts.file(names.length))}</strong> {texts.existNote}
      </DialogWords>
      <ul className={classes.list} aria-label={texts.existing} tabIndex={0}>
        {names.slice(0, 100).map((name) => (
          <li key={name} className={classes.row}>
            {name}
          </li>
        ))}
        {names.length > 100 && <li className={classes.row}>{texts.andMore(names.length - 100)}</li>}
      </ul>
      <DialogActions>
        <Button variant="default" data-autofocus onClick={cancelExportQuestion}>
          {texts.cancel}
        </Button>
        <Button variant="default" onClick={() => void startExport('keep')}>
          {texts.keep}
        </Button>
        <Button onClick={() => void startExport('replace')}>{texts.replace}</Button>
      </DialogActions>
    </>
  );
}
