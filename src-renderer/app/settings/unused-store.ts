import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { UnusedKind, UnusedReport } from '#shared/operations/office.ts';
import { size } from '../../lib/format.ts';
import { attempt } from '../../core/host/attempt.ts';
import { type Loaded } from '../../core/studio/studio-store.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { AccountStore } from '../../core/account/account-store.ts';
import type { announce } from '../../lib/live-region.tsx';

/** The paid results that nobody uses, while a person looks at them; nothing of it is kept when the dialog closes. */

/** For how long they must not have been used, in days; a day is the least, for what is under way must not lose anything. */
export const ages = [1, 30, 90, 365] as const;

export type Age = (typeof ages)[number];

interface UnusedState {
  days: Age;
  lostProjects: boolean;
  report: Loaded<UnusedReport>;
  /** It is looked again; what was found before stays in sight. */
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

export interface UnusedDependencies {
  client: StudioClient;
  account: Pick<AccountStore, 'tookStorage'>;
  announce: typeof announce;
}

/** The paid results that nobody uses, while a person looks at them; nothing of it is kept when the dialog closes. */
export class UnusedStore {
  readonly store = create<UnusedState>(() => atFirst);
  readonly #deps: UnusedDependencies;
  #reading = 0;

  constructor(dependencies: UnusedDependencies) {
    this.#deps = dependencies;
  }

  /** Looks again, by what is chosen. */
  async #look(): Promise<void> {
    const number = ++this.#reading;
    const { days, lostProjects } = this.store.getState();
    this.store.setState(({ report }) => ({
      report: report.state === 'ready' ? report : { state: 'loading' },
      looking: true,
      failure: undefined,
    }));
    const answer = await attempt(() => this.#deps.client.run('storage.unused', { days, lostProjects }));
    if (number !== this.#reading) return;
    this.store.setState({
      looking: false,
      report: answer.ok ? { state: 'ready', value: answer.value, asOf: Date.now() } : { state: 'failed', failure: answer.failure },
    });
    const wanted = toRemove(this.store.getState());
    if (wanted)
      this.#deps.announce(
        wanted.files === 0
          ? messages.account.nothingChosenUnused
          : messages.account.canBeRemoved(messages.account.result(wanted.files), size(wanted.bytes)),
      );
  }

  readonly beginUnused = (): void => {
    this.store.setState(atFirst);
    void this.#look();
  };

  readonly lookForUnused = (change: Partial<Pick<UnusedState, 'days' | 'lostProjects'>> = {}): void => {
    this.store.setState(change);
    void this.#look();
  };

  readonly chooseUnused = (kind: UnusedKind, chosen: boolean): void => {
    this.store.setState((state) => ({ chosen: [...state.chosen.filter((other) => other !== kind), ...(chosen ? [kind] : [])] }));
  };

  /** Removes what was found and chosen; answers with what went, or `undefined` where it failed, which the state tells. */
  readonly removeUnused = async (): Promise<{ files: number; bytes: number } | undefined> => {
    const state = this.store.getState();
    const wanted = toRemove(state);
    if (state.report.state !== 'ready' || wanted === undefined || wanted.files === 0 || state.removing) return undefined;
    const reportId = state.report.value.id;
    this.store.setState({ removing: true, failure: undefined });
    const answer = await attempt(() => this.#deps.client.run('storage.removeUnused', { reportId, kinds: wanted.kinds }));
    this.store.setState({ removing: false });
    if (!answer.ok) {
      this.store.setState({ failure: answer.failure });
      return undefined;
    }
    this.#deps.account.tookStorage(answer.value.storage);
    return answer.value;
  };
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
