import { create } from 'zustand';
import { toFailure, type Failure } from '#shared/failure.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import type { PickupChange } from '#shared/narration/pickups.ts';
import type { Take } from '#shared/narration/take.ts';
import { defaultSettings, type Settings, type StudioEvent } from '#shared/operations/studio.ts';
import { type Account } from '#shared/operations/account.ts';
import { type Connection, serviceInUse } from '#shared/operations/connections.ts';
import { type ProjectChange, type RecentProject } from '#shared/operations/project.ts';
import { type VoicesStatus } from '#shared/operations/voices.ts';
import type { VoiceMark, VoiceSample } from '#shared/operations/voices.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import type { Model } from '#shared/catalogue/models.ts';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { type HostClient } from '../host/wire.ts';
import { attempt } from '../host/attempt.ts';
import { withOwnNames } from '../connections/service-name.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../host/client.ts';
import type { HostStore } from '../host/host-store.ts';

export type Loaded<T> =
  { state: 'loading' } | { state: 'ready'; value: T; asOf: number; fresh?: boolean } | { state: 'failed'; failure: Failure };

export interface Unsettled {
  operationId: string;
  summary: string;
  failure: Failure;
}

export type Ended = Extract<StudioEvent, { type: 'unsettled' }>['ended'][number];

export interface StudioState {
  connection: Connection | undefined;
  account: Account | undefined;
  accountFailure: Failure | undefined;
  recent: RecentProject[];
  settings: Settings;
  /** Bytes of paid results in the profile, where they have been counted. */
  paidResults: number | undefined;
  /** Paid work of an earlier run whose outcome is not known. */
  unsettled: Unsettled[];
  /** What this window showed as open, and how it ended since; the one that says it takes it out. */
  ended: Ended[];
  voices: Loaded<CatalogueVoice[]>;
  /** How the reading of the voices stands. */
  voicesStatus: VoicesStatus | undefined;
  models: Loaded<Model[]>;
  /** Names of voices by id, of every service that was connected since the window opened: a block may name a voice of another. */
  voiceNames: ReadonlyMap<string, string>;
  /** Which of these services listed a voice last, by the id of the voice. */
  voiceServices: ReadonlyMap<string, { id: string; name: string }>;
  restarting: boolean;
}

type OperationListener = (operation: PaidOperation) => void;
type ChecksListener = (projectId: string, progress: { done: number; total: number }) => void;
type PickupListener = (projectId: string, change: PickupChange) => void;
type TakeListener = (projectId: string, take: Take) => void;
type ProjectChangeListener = (projectId: string, change: ProjectChange) => void;
type MarkListener = (voiceId: string, mark: VoiceMark) => void;
type SampleListener = (voiceId: string, sample: VoiceSample) => void;

export interface StudioDependencies {
  client: StudioClient;
  host: Pick<HostStore, 'whenOpened'>;
}

/** What main reports of the studio: its connection, account, settings and catalogue. */
export class StudioStore {
  readonly store = create<StudioState>(() => ({
    connection: undefined,
    account: undefined,
    accountFailure: undefined,
    recent: [],
    settings: defaultSettings,
    paidResults: undefined,
    unsettled: [],
    ended: [],
    voices: { state: 'loading' },
    voicesStatus: undefined,
    models: { state: 'loading' },
    voiceNames: new Map(),
    voiceServices: new Map(),
    restarting: false,
  }));
  readonly #deps: StudioDependencies;
  readonly #operationListeners = new Set<OperationListener>();
  readonly #takeListeners = new Set<TakeListener>();
  readonly #projectListeners = new Set<ProjectChangeListener>();
  readonly #pickupListeners = new Set<PickupListener>();
  readonly #checksListeners = new Set<ChecksListener>();
  readonly #markListeners = new Set<MarkListener>();
  readonly #sampleListeners = new Set<SampleListener>();

  constructor(dependencies: StudioDependencies) {
    this.#deps = dependencies;
  }

  /** What main says of the studio, put where the window shows it. */
  readonly take = (event: StudioEvent): void => {
    const set = this.store.setState;
    if (event.type === 'connection') {
      const before = this.store.getState().connection;
      set({ connection: withOwnNames(event.connection) });
      const isOther = before?.id !== event.connection.id;
      if (isOther) set({ voices: { state: 'loading' }, models: { state: 'loading' }, voicesStatus: undefined });
      // A balance is of the service in use, and no other.
      if (before && serviceInUse(before).id !== serviceInUse(event.connection).id) set({ account: undefined, accountFailure: undefined });
      if (event.connection.state === 'ready' && (before?.state !== 'ready' || isOther)) void this.loadCatalogue();
      else if (event.connection.state === 'failed' && (before?.state !== 'failed' || isOther)) void this.#loadVoices(); // those that are kept
    } else if (event.type === 'account') set({ account: event.account, accountFailure: undefined });
    else if (event.type === 'account-failed') set({ accountFailure: event.failure });
    else if (event.type === 'settings') set({ settings: event.settings });
    else if (event.type === 'paid-results') set({ paidResults: event.bytes });
    else if (event.type === 'recent') set({ recent: event.recent });
    else if (event.type === 'unsettled') {
      const { unsettled, ended } = this.store.getState();
      const shown = new Set(unsettled.map(({ operationId }) => operationId));
      set({ unsettled: event.operations, ended: [...ended, ...event.ended.filter(({ operationId }) => shown.has(operationId))] });
    } else if (event.type === 'take') for (const listener of this.#takeListeners) listener(event.projectId, event.take);
    else if (event.type === 'project-changed') for (const listener of this.#projectListeners) listener(event.projectId, event.change);
    else if (event.type === 'pickups') for (const listener of this.#pickupListeners) listener(event.projectId, event.change);
    else if (event.type === 'checks') for (const listener of this.#checksListeners) listener(event.projectId, event);
    else if (event.type === 'operation') for (const listener of this.#operationListeners) listener(event.operation);
    else if (event.type === 'voices') void this.#loadVoices();
    else if (event.type === 'voices-status') {
      set({ voicesStatus: event.status });
      // What is kept has been confirmed: what it lacks is gone.
      const { voices } = this.store.getState();
      if (event.status.fresh && voices.state === 'ready')
        set({ voices: { ...voices, fresh: true, asOf: event.status.asOf ?? voices.asOf } });
    } else if (event.type === 'voice-mark') for (const listener of this.#markListeners) listener(event.voiceId, event.mark);
    else if (event.type === 'voice-sample') for (const listener of this.#sampleListeners) listener(event.voiceId, event.sample);
    else window.focus();
  };

  /** Paid work of any kind that began, continued or ended. Returns what stops it. */
  readonly onOperation = (listener: OperationListener): (() => void) => {
    this.#operationListeners.add(listener);
    return () => this.#operationListeners.delete(listener);
  };

  /** Takes that this window did not ask for, and takes found damaged. Returns what stops it. */
  readonly onTake = (listener: TakeListener): (() => void) => {
    this.#takeListeners.add(listener);
    return () => this.#takeListeners.delete(listener);
  };

  /** What a window changed in an open project. Returns what stops it. */
  readonly onProjectChange = (listener: ProjectChangeListener): (() => void) => {
    this.#projectListeners.add(listener);
    return () => this.#projectListeners.delete(listener);
  };

  /** Pickups of a project that came, changed or went. Returns what stops it. */
  readonly onPickups = (listener: PickupListener): (() => void) => {
    this.#pickupListeners.add(listener);
    return () => this.#pickupListeners.delete(listener);
  };

  /** How far the checks of a project's takes are; none of none when they are over. Returns what stops it. */
  readonly onChecks = (listener: ChecksListener): (() => void) => {
    this.#checksListeners.add(listener);
    return () => this.#checksListeners.delete(listener);
  };

  /** Each change of what is noted about a voice. Returns what stops it. */
  readonly onVoiceMark = (listener: MarkListener): (() => void) => {
    this.#markListeners.add(listener);
    return () => this.#markListeners.delete(listener);
  };

  /** Each change of what a voice can be heard and drawn by. Returns what stops it. */
  readonly onVoiceSample = (listener: SampleListener): (() => void) => {
    this.#sampleListeners.add(listener);
    return () => this.#sampleListeners.delete(listener);
  };

  async #watch(client: HostClient): Promise<void> {
    try {
      for await (const event of client.call('studio.watch', null)) this.take(event);
    } catch (thrown) {
      // The loss of the wire is shown by the host's state; anything else must not pass in silence.
      const failure = toFailure(thrown);
      if (failure.kind !== 'disconnected' && failure.kind !== 'cancelled') this.store.setState({ accountFailure: failure });
    }
  }

  /** Voices and models of the service, all of them. */
  readonly loadCatalogue = async (): Promise<void> => {
    const loading = { state: 'loading' } as const;
    const { voices, models } = this.store.getState();
    this.store.setState({ voices: voices.state === 'ready' ? voices : loading, models: models.state === 'ready' ? models : loading });
    await Promise.all([this.#loadVoices(), this.#loadModels()]);
  };

  async #loadVoices(): Promise<void> {
    const answer = await this.#ofThisService(() => this.#deps.client.run('voices.list', null));
    if (!answer) return;
    const { voices, voiceNames, voiceServices, connection } = this.store.getState();
    if (answer.ok) {
      const { voices: value, asOf, fresh } = answer.value;
      const names = new Map([...voiceNames, ...value.map(({ voiceId, name }) => [voiceId, name] as const)]);
      const service = connection && serviceInUse(connection);
      const listed = service === undefined ? [] : value.map(({ voiceId }) => [voiceId, service] as const);
      const services = new Map([...voiceServices, ...listed]);
      this.store.setState({ voices: { state: 'ready', value, asOf, fresh }, voiceNames: names, voiceServices: services });
    } else if (voices.state !== 'ready' || answer.failure.kind === 'forbidden')
      this.store.setState({ voices: { state: 'failed', failure: answer.failure } });
  }

  /** The name of the other service that lists a voice, among those that were connected since the window opened. */
  readonly otherServiceOf = (voiceId: string, { connection, voiceServices } = this.store.getState()): string | undefined => {
    const service = voiceServices.get(voiceId);
    return service === undefined || connection === undefined || service.id === serviceInUse(connection).id ? undefined : service.name;
  };

  async #loadModels(): Promise<void> {
    const answer = await this.#ofThisService(() => this.#deps.client.run('models.list', null));
    if (answer?.ok === true) this.store.setState({ models: { state: 'ready', value: answer.value.models, asOf: answer.value.asOf } });
    else if (answer && this.store.getState().models.state !== 'ready')
      this.store.setState({ models: { state: 'failed', failure: answer.failure } });
  }

  /** Reads something of the service that is shown. Nothing where another one is shown by the time it answers. */
  async #ofThisService<T>(read: () => Promise<T>) {
    const { connection } = this.store.getState();
    const answer = await attempt(read);
    return this.store.getState().connection?.id === connection?.id ? answer : undefined;
  }

  /** Reads every page of the voices again, and the models. Answers with why that failed. */
  readonly refreshCatalogue = async (): Promise<Failure | undefined> => {
    const answer = await attempt(() => this.#deps.client.run('voices.refresh', null));
    await this.loadCatalogue();
    return answer.ok ? undefined : answer.failure;
  };

  /** Starts the local service again, or tries the account's address again. */
  readonly restartConnection = async (): Promise<Failure | undefined> => {
    this.store.setState({ restarting: true });
    const answer = await attempt(() => this.#deps.client.run('connection.restart', null));
    this.store.setState({ restarting: false });
    if (answer.ok) void this.loadCatalogue();
    return answer.ok ? undefined : answer.failure;
  };

  readonly refreshAccount = async (): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('account.refresh', null));
    this.store.setState(answer.ok ? { account: answer.value, accountFailure: undefined } : { accountFailure: answer.failure });
  };

  /** Takes effect at once; kept by main. */
  readonly updateSettings = async (change: Partial<Settings>): Promise<void> => {
    this.store.setState({ settings: { ...this.store.getState().settings, ...change } });
    const answer = await attempt(() => this.#deps.client.run('settings.update', change));
    if (answer.ok) this.store.setState({ settings: answer.value });
  };

  readonly forgetRecent = async (path: string): Promise<void> => {
    await attempt(() => this.#deps.client.run('project.forget', { path }));
  };

  /** Why the service can make nothing now, in words; undefined where it can. */
  readonly whyNotReady = ({ connection }: Pick<StudioState, 'connection'> = this.store.getState()): string | undefined => {
    if (!connection || connection.state === 'starting') return messages.studio.serviceStarting;
    if (connection.state === 'failed')
      return (connection.failure ? plainFailure(connection.failure) : undefined) ?? messages.studio.serviceUnavailable;
    return undefined;
  };

  /** The voices that are known, or none while they load. */
  readonly knownVoices = (state: Pick<StudioState, 'voices'> = this.store.getState()): readonly CatalogueVoice[] => {
    return state.voices.state === 'ready' ? state.voices.value : noVoices;
  };

  readonly knownModels = (state: Pick<StudioState, 'models'> = this.store.getState()): readonly Model[] => {
    return state.models.state === 'ready' ? state.models.value : noModels;
  };

  readonly watchStudio = (): void => {
    this.#deps.host.whenOpened((client) => void this.#watch(client));
  };
}

const noVoices: readonly CatalogueVoice[] = [];

const noModels: readonly Model[] = [];
