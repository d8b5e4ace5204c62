import type { Reconciliation } from '#shared/operations/office.ts';
import { creditChange, credits, number } from '../../lib/format.ts';
import { kindWords } from '../jobs/job-words.ts';
import type { Status } from '../../lib/status.ts';
import { messages } from '#shared/messages/index.ts';

/**
 * How the balance stands to the ledger. `not-reported`: credits went for charges that the service does not report, or has not reported yet, or
 * less went than was estimated; that is normal use. `unexplained`: nothing that the studio knows of accounts for the difference.
 */
export function judgeReconciliation({ drift, open, unreported }: Reconciliation): 'agrees' | 'not-reported' | 'unexplained' {
  if (drift === 0) return 'agrees';
  const isExplained = drift < 0 ? unreported.unpriced > 0 || open > 0 : drift <= unreported.estimate;
  return isExplained ? 'not-reported' : 'unexplained';
}

const statuses = { agrees: 'done', 'not-reported': 'empty', unexplained: 'incomplete' } as const;

/** Amber is for what is unexplained alone. */
export const reconciliationStatus = (value: Reconciliation): Status => statuses[judgeReconciliation(value)];

/** Whether the ledger and the balance agree, in a line. */
export function reconciliationWords(value: Reconciliation): string {
  const { drift, open, unreported } = value;
  if (drift === 0)
    return unreported.estimate > 0 ? messages.account.agreesWithEstimates(credits(unreported.estimate)) : messages.account.agrees;
  if (judgeReconciliation(value) === 'not-reported')
    return drift > 0
      ? messages.account.costLess(credits(drift))
      : messages.account.unreportedCharges(
          credits(-drift),
          messages.account.charge(unreported.unpriced > 0 ? unreported.unpriced : open),
          unreported.unpriced > 0 ? '' : messages.account.yet,
        );
  const difference = messages.account.differsFromJobs(credits(Math.abs(drift)), drift > 0 ? 'more' : 'less');
  return open > 0
    ? messages.account.differsWhileOpen(difference, messages.account.charge(open), open === 1 ? 'is' : 'are')
    : `${difference}.`;
}

/** Why the balance and the ledger differ, in sentences. */
export const whyWords = ({ drift, open, openEstimate, unreported }: Reconciliation): string =>
  [
    drift === 0 ? messages.account.allChargesListed : '',
    drift > 0 && drift > unreported.estimate ? messages.account.unexplainedCredits : '',
    drift < 0 && unreported.unpriced > 0 ? messages.account.unpricedCharges : '',
    drift < 0 && unreported.unpriced === 0 && open === 0 ? messages.account.unexplainedCharges : '',
    unreported.estimate > 0 ? messages.account.chargesEstimated(formatByKind(unreported.byFamily)) : '',
    open > 0
      ? messages.account.openCharges(
          messages.account.charge(open),
          open === 1 ? 'is' : 'are',
          openEstimate > 0 ? messages.account.aboutCredits(credits(openEstimate)) : '',
        )
      : '',
  ]
    .filter((part) => part !== '')
    .join(' ');

/** What is estimated, by kind: `Voice clone 1,000 credits, Live 77 credits`. */
function formatByKind(byFamily: Reconciliation['unreported']['byFamily']): string {
  const kinds = new Map<string, number>();
  for (const { family, estimate } of byFamily) kinds.set(kindWords[family], (kinds.get(kindWords[family]) ?? 0) + estimate);
  return [...kinds]
    .sort(([, one], [, other]) => other - one)
    .map(([kind, estimate]) => `${kind} ${credits(estimate)}`)
    .join(', ');
}

/** What is known of charges that the service does not report. */
export function formatUnreported({ estimate, unpriced }: Reconciliation['unreported']): string {
  const unknown = unpriced > 0 ? messages.account.unknownPriceCount(number(unpriced)) : '';
  if (estimate === 0) return unknown;
  return messages.account.aboutChange(creditChange(-estimate), unknown === '' ? '' : messages.account.andUnknownPrice(unknown));
}
