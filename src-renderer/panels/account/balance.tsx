import { ReconciliationFacts } from '../../ui/reconciliation.tsx';
import { Section } from '../../ui/section.tsx';

/** The ledger's sums beside the service's balance. */
export function Balance() {
  return (
    <Section title="Ledger and balance">
      <ReconciliationFacts />
    </Section>
  );
}
