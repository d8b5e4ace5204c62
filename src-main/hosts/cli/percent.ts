import { messages } from '#shared/messages/index.ts';
import type { Report } from '../../media/alignment/progress.ts';
import type { Work } from './run.ts';

/** Prints what is done, and its percentage whenever that has changed. */
export function reportPercent({ output }: Pick<Work, 'output'>, text: string): Report {
  let printed = -1;
  const report: Report = (share) => {
    const percent = Math.floor(share * 100);
    if (percent === printed) return;
    printed = percent;
    output.progress(messages.cli.projects.percentDone(text, percent));
  };
  report(0);
  return report;
}
