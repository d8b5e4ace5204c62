import { messages } from '#shared/messages/index.ts';
import { useStudio } from '../../../core/studio/studio.ts';
import { leaves } from '../../../lib/format.ts';
import type { RepairPlan } from './repair-store.ts';

/** What a repair would send, cost and leave. */
export function PlanPrice({ plan }: { plan: RepairPlan }) {
  const balance = useStudio((state) => state.account?.credits);
  if (plan.texts.length === 0) return messages.repair.noCharge;
  if (plan.characters === 0) return messages.repair.free;
  const cost = plan.credits === null ? null : Math.ceil(plan.credits);
  const price = cost === null ? messages.repair.priceUnknown : messages.shapes.about(messages.repair.credit(cost));
  return `${messages.repair.price(messages.repair.character(plan.characters), price)}${leaves(balance, cost)}`;
}
