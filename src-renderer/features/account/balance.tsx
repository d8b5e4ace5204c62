import { useStudio } from '../../core/studio/studio.ts';
import { ReconciliationFacts } from '../../core/account/reconciliation.tsx';
import { Section } from '../../ui/section.tsx';
import { Unanswered } from './profile.tsx';

/** The ledger's sums beside the service's balance. */
export function Balance() {
  const connection = useStudio((state) => state.connection);
  const account = useStudio((state) => state.account);
  return (
    <Section title="Ledger and balance">
      {connection?.state === 'failed' && !account ? <Unanswered connection={connection} /> : <ReconciliationFacts />}
    </Section>
  );
}
