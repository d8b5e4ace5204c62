import type { Reconciliation } from '#shared/operations/office.ts';
import { creditChange, credits, number } from '../../lib/format.ts';
import { kindWords } from '../jobs/job-words.ts';
import type { Status } from '../../lib/status.ts';
import { messages } from '#shared/messages/index.ts';

/**
 * What lies between the balance and the charges that are known. Each part takes of the difference at most what it accounts for, so that the balance then, the
 * charges and these parts add up to the balance now.
 */
export interface BalanceGap {
  /** The difference without what other programs were charged: below 0 for credits that went, above for credits that came. */
  left: number;
  /** Of requests that are on their way or whose outcome is not known. */
  open: number;
  /** That the service named, of work of which it is not known whether it was charged. */
  inDoubt: number;
  /** What none of these accounts for. */
  rest: number;
  /**
   * `not-reported`: credits went for charges that the service does not report, or has not reported yet, or less went than was estimated; that is normal use.
   * `unexplained`: nothing that the studio knows of accounts for the rest.
   */
  verdict: 'agrees' | 'not-reported' | 'unexplained';
}

/** A charge may be off its estimate by what the service rounds to whole credits. */
const roundedBy = 1;

/** `elsewhere`: the charges of other programs since then, as far as the service lists them. */
export function findGap(value: Reconciliation, elsewhere = 0): BalanceGap {
  const { drift, open, openEstimate, openUnpriced, inDoubt, unreported } = value;
  const left = drift + elsewhere;
  const gone = Math.max(0, -left);
  const ofOpen = Math.min(gone, openEstimate);
  const ofDoubt = Math.min(gone - ofOpen, inDoubt);
  const rest = left + ofOpen + ofDoubt;
  const isUnpriced = unreported.unpriced > 0 || openUnpriced > 0;
  const isExplained = rest > 0 ? rest <= unreported.estimate : isUnpriced || -rest <= open * roundedBy;
  const verdict = left === 0 ? 'agrees' : isExplained ? 'not-reported' : 'unexplained';
  return { left, open: ofOpen, inDoubt: ofDoubt, rest, verdict };
}

const statuses = { agrees: 'done', 'not-reported': 'empty', unexplained: 'incomplete' } as const;

/** Amber is for what is unexplained alone. */
export const reconciliationStatus = ({ verdict }: BalanceGap): Status => statuses[verdict];

/** Whether the ledger and the balance agree, in a line. */
export function reconciliationWords({ open, unreported }: Reconciliation, { left, inDoubt, verdict }: BalanceGap): string {
  if (verdict === 'agrees')
    return unreported.estimate > 0 ? messages.account.agreesWithEstimates(credits(unreported.estimate)) : messages.account.agrees;
  if (verdict === 'not-reported' && left > 0) return messages.account.costLess(credits(left));
  if (verdict === 'not-reported' && unreported.unpriced > 0)
    return messages.account.unreportedCharges(credits(-left), messages.account.charge(unreported.unpriced));
  if (left + inDoubt === 0) return messages.account.mayHaveCost(credits(inDoubt));
  const difference = messages.account.differsFromJobs(credits(Math.abs(left)), left > 0 ? 'more' : 'less');
  return open > 0
    ? messages.account.differsWhileOpen(difference, messages.account.charge(open), open === 1 ? 'is' : 'are')
    : `${difference}.`;
}

/** Why the balance and the ledger differ, in sentences. What a line of the sum says is not repeated. */
export const whyWords = ({ unreported }: Reconciliation, { left, rest, verdict }: BalanceGap): string =>
  [
    left === 0 ? messages.account.allChargesListed : '',
    rest > 0 && rest > unreported.estimate ? messages.account.unexplainedCredits : '',
    left < 0 && unreported.unpriced > 0 ? messages.account.unpricedCharges : '',
    rest < 0 && verdict === 'unexplained' ? messages.account.unexplainedCharges : '',
    unreported.estimate > 0 ? messages.account.chargesEstimated(formatByKind(unreported.byFamily)) : '',
  ]
    .filter((part) => part !== '')
    .join(' ');

/** What the rest of the sum is called. */
export const restWords = ({ unreported, openUnpriced }: Reconciliation, { verdict }: BalanceGap): string =>
  verdict === 'unexplained'
    ? messages.account.unexplained
    : unreported.unpriced > 0 || openUnpriced > 0
      ? messages.account.atUnknownPrice
      : messages.account.difference;

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
