import { useStudio } from '../../core/studio/studio.ts';
import { ReconciliationFacts } from '../../core/account/reconciliation.tsx';
import { Section } from '../../ui/section.tsx';
import { Unanswered } from './profile.tsx';
import { messages } from '#shared/messages/index.ts';

/** The ledger's sums beside the service's balance. */
export function Balance() {
  const connection = useStudio((state) => state.connection);
  const account = useStudio((state) => state.account);
  return (
    <Section title={messages.account.jobsAndBalance}>
      {connection?.state === 'failed' && !account ? <Unanswered connection={connection} /> : <ReconciliationFacts />}
    </Section>
  );
}
