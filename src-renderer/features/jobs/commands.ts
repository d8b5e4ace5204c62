import { addCommands } from '../../core/commands/commands.ts';
import { exportJobs, refreshJobs } from '../../core/jobs/jobs.ts';
import { announce } from '../../lib/live-region.tsx';
import { toast, toastFailure } from '../../lib/toast.tsx';
import { messages } from '#shared/messages/index.ts';

const focusSearch = (): void => document.querySelector<HTMLElement>('main input[type="search"]')?.focus();

export async function exportCsv(): Promise<void> {
  const answer = await exportJobs();
  if (!answer.ok) toastFailure(answer.failure);
  else if (answer.value) {
    const { name, path, rows } = answer.value;
    const where = path === null ? messages.jobs.savedToDownloads : messages.jobs.savedAt(path);
    toast(messages.jobs.exported(name), `${messages.jobs.job(rows)}. ${where}`);
    announce(messages.jobs.exportedRows(name, messages.jobs.job(rows)));
  }
}

/** The commands that there are while Jobs is shown. */
export function addJobsCommands(): () => void {
  return addCommands([
    { id: 'jobs.search', title: messages.jobs.searchJobs, group: messages.jobs.jobs, keys: ['/'], run: focusSearch },
    { id: 'jobs.refresh', title: messages.jobs.refreshCommand, group: messages.jobs.jobs, run: () => void refreshJobs() },
    { id: 'jobs.export', title: messages.jobs.exportCommand, group: messages.jobs.jobs, run: () => void exportCsv() },
  ]);
}
