import { FailureError } from '#shared/failure.ts';
import type { OperationFamily } from '#shared/paid-work.ts';
import { intents } from './intents.ts';
import type { Schedule } from './schedule.ts';
import type { CampaignStudio } from './studio.ts';

/** Asks for everything that a schedule wants. Failures are what it is about; anything else that is thrown is a fault of ours. */
export async function wantAll(
  studio: CampaignStudio,
  schedule: Pick<Schedule, 'seed' | 'wants' | 'atOnce'>,
  act: () => void,
): Promise<string[]> {
  const wrong: string[] = [];
  const want = async (family: OperationFamily): Promise<void> => {
    try {
      await intents[family].want(studio, `${schedule.seed}-${family}`, act);
    } catch (thrown) {
      if (!(thrown instanceof FailureError) && !studio.isLost) wrong.push(`${family} threw ${String(thrown)}`);
    }
  };
  if (schedule.atOnce) await Promise.all(schedule.wants.map(want));
  else for (const family of schedule.wants) if (!studio.isLost) await want(family);
  return wrong;
}
