import { addCommands } from '../../core/commands/commands.ts';
import { exportJobs, refreshJobs } from '../../core/jobs/jobs.ts';
import { plural } from '../../lib/format.ts';
import { announce } from '../../lib/live-region.tsx';
import { toast, toastFailure } from '../../lib/toast.tsx';

const focusSearch = (): void => document.querySelector<HTMLElement>('main input[type="search"]')?.focus();

export async function exportCsv(): Promise<void> {
  const answer = await exportJobs();
  if (!answer.ok) toastFailure(answer.failure);
  else if (answer.value) {
    const { name, path, rows } = answer.value;
    const where = path === null ? 'It is among your browser’s downloads.' : `It is at ${path}.`;
    toast(`Exported ${name}`, `${plural(rows, 'job')}. ${where}`);
    announce(`Exported ${name}, ${plural(rows, 'job')}.`);
  }
}

/** The commands that there are while Jobs is shown. */
export function addJobsCommands(): () => void {
  return addCommands([
    { id: 'jobs.search', title: 'Search the jobs', group: 'Jobs', keys: ['/'], run: focusSearch },
    { id: 'jobs.refresh', title: 'Read the list of jobs anew', group: 'Jobs', run: () => void refreshJobs() },
    { id: 'jobs.export', title: 'Export the jobs as CSV', group: 'Jobs', run: () => void exportCsv() },
  ]);
}
