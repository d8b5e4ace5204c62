import type { Reconciliation } from '#shared/operations/office.ts';
import { creditChange, credits, number, plural } from '../../lib/format.ts';
import type { Status } from '../../lib/status.ts';

/**
 * How the balance stands to the ledger. `not-reported`: credits went for charges that the service does not report, or has not reported yet, or
 * less went than was estimated; that is normal use. `unexplained`: nothing that the studio knows of accounts for the difference.
 */
export function judgeReconciliation({ drift, open, untold }: Reconciliation): 'agrees' | 'not-reported' | 'unexplained' {
  if (drift === 0) return 'agrees';
  const isExplained = drift < 0 ? untold.unpriced > 0 || open > 0 : drift <= untold.estimate;
  return isExplained ? 'not-reported' : 'unexplained';
}

const statuses = { agrees: 'done', 'not-reported': 'empty', unexplained: 'incomplete' } as const;

/** Amber is for what is unexplained alone. */
export const reconciliationStatus = (value: Reconciliation): Status => statuses[judgeReconciliation(value)];

/** Whether the ledger and the balance agree, in a line. */
export function reconciliationWords(value: Reconciliation): string {
  const { drift, open, untold } = value;
  if (drift === 0)
    return untold.estimate > 0 ? 'The ledger and the balance agree, live speech estimated.' : 'The ledger and the balance agree.';
  if (judgeReconciliation(value) === 'not-reported')
    return drift > 0
      ? `Live speech cost ${credits(drift)} less than estimated.`
      : `${credits(-drift)} for ${plural(untold.unpriced > 0 ? untold.unpriced : open, 'charge')} not reported by the service${untold.unpriced > 0 ? '' : ' yet'}.`;
  const difference = `${credits(Math.abs(drift))} ${drift > 0 ? 'more' : 'less'} than the ledger explains`;
  return open > 0 ? `${difference}, while ${plural(open, 'charge')} ${open === 1 ? 'is' : 'are'} not reported yet.` : `${difference}.`;
}

/** Why the balance and the ledger differ, in sentences. */
export const whyWords = ({ drift, open, openEstimate, untold }: Reconciliation): string =>
  [
    drift === 0 ? 'Every credit that left the account since then is in Jobs.' : '',
    drift > 0 && drift > untold.estimate
      ? 'Credits were added that Jobs does not list: they were bought or granted, or the service refunded some later.'
      : '',
    drift < 0 && untold.unpriced > 0
      ? 'The service does not report what live speech and cloned voices were charged. Where no price is known, it is part of the difference.'
      : '',
    drift < 0 && untold.unpriced === 0 && open === 0
      ? 'Credits were charged that Jobs does not list: another program or studio uses this account, or a request whose outcome is unknown was charged.'
      : '',
    untold.estimate > 0
      ? 'The service does not report what live speech was charged: it is estimated from its characters and what its model was charged for other work.'
      : '',
    open > 0
      ? `${plural(open, 'charge')} ${open === 1 ? 'is' : 'are'} not reported yet${openEstimate > 0 ? `, about ${credits(openEstimate)}` : ''}: until then it is part of the difference.`
      : '',
  ]
    .filter((part) => part !== '')
    .join(' ');

/** What is known of charges that the service does not report. */
export function untoldWords({ estimate, unpriced }: Reconciliation['untold']): string {
  const unknown = unpriced > 0 ? `${number(unpriced)} at an unknown price` : '';
  if (estimate === 0) return unknown;
  return `about ${creditChange(-estimate)}${unknown === '' ? '' : `, and ${unknown}`}`;
}
