import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { UnusedKind, UnusedReport } from '#shared/operations/office.ts';
import { plural, size } from '../../lib/format.ts';
import { announce } from '../../lib/live-region.tsx';
import { tookStorage } from '../../core/account/account.ts';
import { attempt, studio } from '../../core/host/host.ts';
import type { Loaded } from '../../core/studio/studio.ts';
import { messages } from '#shared/messages/index.ts';

/** The paid results that nobody uses, while a person looks at them; nothing of it is kept when the dialog closes. */

/** For how long they must not have been used, in days; a day is the least, for what is under way must not lose anything. */
export const ages = [1, 30, 90, 365] as const;
export type Age = (typeof ages)[number];

interface UnusedState {
  days: Age;
  lostProjects: boolean;
  report: Loaded<UnusedReport>;
  /** It is looked anew; what was found before stays in sight. */
  looking: boolean;
  /** Kinds that are to go. */
  chosen: readonly UnusedKind[];
  removing: boolean;
  failure: Failure | undefined;
}

const atFirst: UnusedState = {
  days: 90,
  lostProjects: false,
  report: { state: 'loading' },
  looking: false,
  removing: false,
  failure: undefined,
  chosen: ['sound'],
};
export const useUnused = create<UnusedState>(() => atFirst);

let reading = 0;

/** Looks anew, by what is chosen. */
async function look(): Promise<void> {
  const number = ++reading;
  const { days, lostProjects } = useUnused.getState();
  useUnused.setState(({ report }) => ({
    report: report.state === 'ready' ? report : { state: 'loading' },
    looking: true,
    failure: undefined,
  }));
  const answer = await attempt(() => studio().run('storage.unused', { days, lostProjects }));
  if (number !== reading) return;
  useUnused.setState({
    looking: false,
    report: answer.ok ? { state: 'ready', value: answer.value, asOf: Date.now() } : { state: 'failed', failure: answer.failure },
  });
  const wanted = toRemove(useUnused.getState());
  if (wanted)
    announce(
      wanted.files === 0
        ? messages.account.nothingChosenUnused
        : messages.account.canBeRemoved(plural(wanted.files, messages.account.result), size(wanted.bytes)),
    );
}

export function beginUnused(): void {
  useUnused.setState(atFirst);
  void look();
}

export const lookForUnused = (change: Partial<Pick<UnusedState, 'days' | 'lostProjects'>> = {}): void => {
  useUnused.setState(change);
  void look();
};

export function chooseUnused(kind: UnusedKind, chosen: boolean): void {
  useUnused.setState((state) => ({ chosen: [...state.chosen.filter((other) => other !== kind), ...(chosen ? [kind] : [])] }));
}

/** What would go of the kinds that are chosen; `undefined` while it is looked for. */
export function toRemove({ report, looking, chosen }: UnusedState): { kinds: UnusedKind[]; files: number; bytes: number } | undefined {
  if (report.state !== 'ready' || looking) return undefined;
  const of = report.value.unused.filter(({ kind }) => chosen.includes(kind));
  return {
    kinds: of.map(({ kind }) => kind),
    files: of.reduce((sum, { files }) => sum + files, 0),
    bytes: of.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Removes what was found and chosen; answers with what went, or `undefined` where it failed, which the state tells. */
export async function removeUnused(): Promise<{ files: number; bytes: number } | undefined> {
  const state = useUnused.getState();
  const wanted = toRemove(state);
  if (state.report.state !== 'ready' || wanted === undefined || wanted.files === 0 || state.removing) return undefined;
  const reportId = state.report.value.id;
  useUnused.setState({ removing: true, failure: undefined });
  const answer = await attempt(() => studio().run('storage.removeUnused', { reportId, kinds: wanted.kinds }));
  useUnused.setState({ removing: false });
  if (!answer.ok) {
    useUnused.setState({ failure: answer.failure });
    return undefined;
  }
  tookStorage(answer.value.storage);
  return answer.value;
}
