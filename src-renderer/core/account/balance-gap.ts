import { useMemo } from 'react';
import { useJobs } from '../jobs/jobs.ts';
import { useAccount } from './account.ts';
import { findGap, type BalanceGap } from './reconciliation-words.ts';

/** What lies between the balance and the ledger's charges, once both are known; and what other programs were charged since then, as far as the service's lists are read. */
export function useBalanceGap(): { gap: BalanceGap | undefined; elsewhere: { jobs: number; credits: number } } {
  const state = useAccount((account) => account.reconciliation);
  const value = state.state === 'ready' ? state.value : null;
  const listed = useJobs((jobs) => jobs.elsewhere);
  return useMemo(() => {
    const since = value === null ? [] : listed.filter(({ createdAt, creditsUsed }) => createdAt >= value.since && creditsUsed !== null);
    const credits = since.reduce((sum, { creditsUsed }) => sum + (creditsUsed ?? 0), 0);
    return { gap: value === null ? undefined : findGap(value, credits), elsewhere: { jobs: since.length, credits } };
  }, [value, listed]);
}
