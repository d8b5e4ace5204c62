import { Anchor, Button, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ruleUnits } from '#shared/masters/report.ts';
import type { ExportedFile } from '#shared/operations/exports.ts';
import { messages } from '#shared/messages/index.ts';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { useHost } from '../../../core/host/host.ts';
import { clock, fixed, formatTimeLeft, size } from '../../../lib/format.ts';
import { DialogActions, DialogWords } from '../../../ui/dialog.tsx';
import { SectionHeading } from '../../../ui/section.tsx';
import {
  backToExportChoices,
  closeExport,
  pauseExport,
  resumeExport,
  resumeStoppedExport,
  showExportFolder,
  stopExport,
} from '../stores.ts';
import { isUnderWay, timeLeft, type ExportJob } from './export-store.ts';
import classes from './export-dialog.module.css';

const texts = messages.exportSheet;

/** An export that runs, and what came of it. */
export function ExportJobView({ job }: { job: ExportJob }) {
  const [showsReport, setShowsReport] = useState(false);
  const canShowFolder = useHost((state) => state.host?.nativeDialogs === true) && job.folder !== '';
  const hasReport = job.files.some(({ report }) => report.length > 0);
  const runs = isUnderWay(job);
  return (
    <>
      {runs ? <Running job={job} /> : <Outcome job={job} />}
      {!runs && job.written > 0 && <Place folder={job.folder} />}
      {job.failure && <FailureCard failure={job.failure} paid={false} />}
      {job.files.length > 0 && <Files files={job.files} canShow={canShowFolder} />}
      <Receipts job={job} canShow={canShowFolder} />
      {showsReport && <Report job={job} canShow={canShowFolder} />}
      <DialogActions>
        {!runs && hasReport && (
          <Button variant="default" aria-expanded={showsReport} onClick={() => setShowsReport(!showsReport)}>
            {showsReport ? texts.hideReport : texts.showReport}
          </Button>
        )}
        {runs && (
          <Button variant="default" onClick={stopExport}>
            {texts.stop}
          </Button>
        )}
        {job.state === 'running' && (
          <Button variant="default" data-autofocus onClick={pauseExport}>
            {texts.pause}
          </Button>
        )}
        {job.state === 'paused' && <Button onClick={resumeExport}>{texts.resume}</Button>}
        {!runs && (
          <Button variant="default" onClick={backToExportChoices}>
            {texts.exportAgain}
          </Button>
        )}
        {(job.state === 'stopped' || job.state === 'failed') && job.folder !== '' && (
          <Button onClick={() => void resumeStoppedExport()}>{texts.resume}</Button>
        )}
        {job.state === 'done' && (
          <Button variant={canShowFolder ? 'default' : 'filled'} autoFocus={!canShowFolder} onClick={closeExport}>
            {texts.close}
          </Button>
        )}
        {!runs && canShowFolder && (
          <Button variant={job.state === 'done' ? 'filled' : 'default'} autoFocus={job.state === 'done'} onClick={() => showExportFolder()}>
            {texts.openFolder}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

function Running({ job }: { job: ExportJob }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = job.state === 'running' ? timeLeft(job, now) : undefined;
  const percent = Math.floor(job.fraction * 100);
  return (
    <div className={classes.running}>
      <p role="status" className={classes.summary}>
        {job.state === 'paused' ? texts.pausedAt(percent) : texts.writing(job.name, job.index + 1, job.of)}
        {left !== undefined && ` · ${formatTimeLeft(left / 1000)}`}
      </p>
      <Progress size={6} value={job.fraction * 100} aria-label={texts.progress} />
    </div>
  );
}

function Outcome({ job: { state, written, result, failure } }: { job: ExportJob }) {
  if (failure) return null;
  if (state === 'stopped') return <DialogWords>{texts.stoppedNote}</DialogWords>;
  const facts = [
    texts.exported(texts.file(written)),
    ...(result && result.kept > 0 ? [texts.keptFiles(texts.file(result.kept))] : []),
    ...(result && result.skippedBlocks > 0 ? [texts.skippedBlocks(messages.narration.block(result.skippedBlocks))] : []),
  ];
  // No check finds it: it stands beside them.
  const changed = result?.changedBlocks ?? 0;
  return (
    <p role="status" className={classes.summary}>
      {facts.join(' · ')}
      {result?.isOk === false && <strong className={classes.error}> {texts.checksFailed}</strong>}
      {changed > 0 && (
        <>
          {' · '}
          <strong className={classes.open}>{messages.exports.changedBlocks(changed)}</strong>
        </>
      )}
    </p>
  );
}

/** Where the files are. */
const Place = ({ folder }: { folder: string }) => (
  <p className={classes.place}>{folder === '' ? texts.inDownloads : texts.inFolder(folder)}</p>
);

const level = (value: number | null | undefined): string => (value == null ? '' : fixed(value, 1).replace('-', '−'));

function Files({ files, canShow }: { files: readonly ExportedFile[]; canShow: boolean }) {
  const hasMeasures = files.some(({ measures }) => measures !== null);
  return (
    <div className={classes.scroller} tabIndex={0} role="group" aria-label={texts.exportedFiles}>
      <table className={classes.table} aria-label={texts.exportedFiles}>
        <thead>
          <tr>
            <th scope="col">{messages.exports.file}</th>
            <th scope="col">{texts.length}</th>
            <th scope="col">{texts.size}</th>
            {hasMeasures && (
              <>
                <th scope="col">{texts.loudness}</th>
                <th scope="col">{texts.rms}</th>
                <th scope="col">{texts.truePeak}</th>
                <th scope="col">{texts.noiseFloor}</th>
                <th scope="col">{texts.check}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.name} data-exported={file.path ?? file.name}>
              <th scope="row">
                <FileLink name={file.name} url={file.url} canShow={canShow} />
              </th>
              <td>{clock(file.durationMs / 1000)}</td>
              <td>{size(file.bytes)}</td>
              {hasMeasures && (
                <>
                  <td>{level(file.measures?.lufs)}</td>
                  <td>{level(file.measures?.rmsDb)}</td>
                  <td>{level(file.measures?.truePeakDb)}</td>
                  <td>{level(file.measures?.noiseFloorDb)}</td>
                  <td>{describeChecks(file)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function describeChecks({ report }: ExportedFile): string {
  if (report.length === 0) return texts.noChecks;
  const broken = report.filter(({ ok }) => !ok);
  return broken.length === 0 ? texts.passed : texts.failedCheck(broken.map(({ rule }) => messages.exports.rules[rule]).join(', '));
}

/** Every rule of every file, as the report's page has it. */
function Report({ job: { files, result }, canShow }: { job: ExportJob; canShow: boolean }) {
  const { reports: written = [], openPickups = 0 } = result ?? {};
  const reports = written.filter(({ kind }) => kind === 'report');
  return (
    <section aria-label={texts.report}>
      <SectionHeading actions={<ReportLinks reports={reports} canShow={canShow} />}>{texts.report}</SectionHeading>
      {openPickups > 0 && <p className={classes.open}>{messages.exports.openPickups(openPickups)}</p>}
      <Rules files={files} />
    </section>
  );
}

/** They were asked for: they stand there, and need no press. */
function Receipts({ job: { result }, canShow }: { job: ExportJob; canShow: boolean }) {
  const receipts = (result?.reports ?? []).filter(({ kind }) => kind === 'receipts');
  if (receipts.length === 0) return null;
  return (
    <section aria-label={texts.receiptsHeading}>
      <SectionHeading actions={<ReportLinks reports={receipts} canShow={canShow} />}>{texts.receiptsHeading}</SectionHeading>
    </section>
  );
}

function ReportLinks({ reports, canShow }: { reports: NonNullable<ExportJob['result']>['reports']; canShow: boolean }) {
  return (
    <span className={classes.links}>
      {reports.map(({ name, url }) =>
        url === null ? (
          <FileLink key={name} name={name} url={null} canShow={canShow} />
        ) : (
          <Anchor key={name} fz="inherit" href={url} download={name}>
            {name.endsWith('.html') ? texts.reportKinds.html : texts.reportKinds.json}
          </Anchor>
        ),
      )}
    </span>
  );
}

/** A file that was written: to be downloaded, or shown in its folder; where neither can be, its name. */
function FileLink({ name, url, canShow }: { name: string; url: string | null; canShow: boolean }) {
  if (url !== null)
    return (
      <Anchor fz="inherit" href={url} download={name} aria-label={texts.download(name)}>
        {name}
      </Anchor>
    );
  if (!canShow) return <span className={classes.note}>{name}</span>;
  return (
    <Anchor
      component="button"
      type="button"
      fz="inherit"
      title={texts.openFolder}
      aria-label={texts.showFile(name)}
      onClick={() => showExportFolder(name)}
    >
      {name}
    </Anchor>
  );
}

function Rules({ files }: { files: readonly ExportedFile[] }) {
  return (
    <div className={classes.scroller} tabIndex={0} role="group" aria-label={texts.report}>
      <table className={classes.table} aria-label={texts.report}>
        <thead>
          <tr>
            <th scope="col">{texts.rule}</th>
            <th scope="col">{texts.limit}</th>
            <th scope="col">{messages.exports.value}</th>
            <th scope="col">{texts.state}</th>
          </tr>
        </thead>
        {files.map(({ name, report }) => (
          <tbody key={name}>
            <tr>
              <th scope="rowgroup" colSpan={4} className={classes.group}>
                {name}
              </th>
            </tr>
            {report.map(({ rule, limit, value, ok }) => (
              <tr key={`${name} ${rule}`}>
                <td>{messages.exports.rules[rule]}</td>
                <td>{limit.replaceAll('-', '−')}</td>
                <td>{value === null ? texts.notMeasured : `${fixed(value, 2).replace('-', '−')} ${ruleUnits[rule]}`}</td>
                <td className={classes.state} data-state={ok ? 'ok' : 'broken'}>
                  {ok ? texts.states.ok : texts.states.broken}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
