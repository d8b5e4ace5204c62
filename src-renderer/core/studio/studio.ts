import { create } from 'zustand';
import { toFailure, type Failure, formatFailure } from '#shared/failure.ts';
import type { Take } from '#shared/narration/take.ts';
import { defaultSettings, type Settings, type StudioEvent } from '#shared/operations/studio.ts';
import { type Account } from '#shared/operations/account.ts';
import { type Connection, serviceInUse } from '#shared/operations/connections.ts';
import { type RecentProject } from '#shared/operations/project.ts';
import { type VoicesStatus } from '#shared/operations/voices.ts';
import type { VoiceMark } from '#shared/operations/voices.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import type { Model } from '#shared/catalogue/models.ts';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import type { HostClient } from '../host/wire.ts';
import { attempt, studio, whenOpened } from '../host/host.ts';
import { messages } from '#shared/messages/index.ts';

export type Loaded<T> =
  { state: 'loading' } | { state: 'ready'; value: T; asOf: number; fresh?: boolean } | { state: 'failed'; failure: Failure };

export interface Unsettled {
  operationId: string;
  summary: string;
  failure: Failure;
}

export type Ended = Extract<StudioEvent, { type: 'unsettled' }>['ended'][number];

interface StudioState {
  connection: Connection | undefined;
  account: Account | undefined;
  accountFailure: Failure | undefined;
  recent: RecentProject[];
  settings: Settings;
  /** Bytes of paid results in the profile, where they have been counted. */
  paidResults: number | undefined;
  /** Paid work of an earlier run whose outcome is not known. */
  unsettled: Unsettled[];
  /** What this window showed as open, and how it ended since; whoever says it takes it out. */
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

export const useStudio = create<StudioState>(() => ({
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

/** What main says of the studio, put where the window shows it. */
export function take(event: StudioEvent): void {
  const set = useStudio.setState;
  if (event.type === 'connection') {
    const before = useStudio.getState().connection;
    set({ connection: event.connection });
    const isOther = before?.id !== event.connection.id;
    if (isOther) set({ voices: { state: 'loading' }, models: { state: 'loading' }, voicesStatus: undefined });
    // A balance is of the service in use, and no other.
    if (before && serviceInUse(before).id !== serviceInUse(event.connection).id) set({ account: undefined, accountFailure: undefined });
    if (event.connection.state === 'ready' && (before?.state !== 'ready' || isOther)) void loadCatalogue();
    else if (event.connection.state === 'failed' && (before?.state !== 'failed' || isOther)) void loadVoices(); // those that are kept
  } else if (event.type === 'account') set({ account: event.account, accountFailure: undefined });
  else if (event.type === 'account-failed') set({ accountFailure: event.failure });
  else if (event.type === 'settings') set({ settings: event.settings });
  else if (event.type === 'paid-results') set({ paidResults: event.bytes });
  else if (event.type === 'recent') set({ recent: event.recent });
  else if (event.type === 'unsettled') {
    const { unsettled, ended } = useStudio.getState();
    const shown = new Set(unsettled.map(({ operationId }) => operationId));
    set({ unsettled: event.operations, ended: [...ended, ...event.ended.filter(({ operationId }) => shown.has(operationId))] });
  } else if (event.type === 'take') takeListener?.(event.projectId, event.take);
  else if (event.type === 'operation') for (const listener of operationListeners) listener(event.operation);
  else if (event.type === 'voices') void loadVoices();
  else if (event.type === 'voices-status') {
    set({ voicesStatus: event.status });
    // What is kept has been confirmed: what it lacks is gone.
    const { voices } = useStudio.getState();
    if (event.status.fresh && voices.state === 'ready') set({ voices: { ...voices, fresh: true, asOf: event.status.asOf ?? voices.asOf } });
  } else if (event.type === 'voice-mark') markListener?.(event.voiceId, event.mark);
  else window.focus();
}

const operationListeners = new Set<(operation: PaidOperation) => void>();
/** Paid work of any kind that began, went on or ended. Answers with what stops the telling. */
export function onOperation(listener: (operation: PaidOperation) => void): () => void {
  operationListeners.add(listener);
  return () => operationListeners.delete(listener);
}

let takeListener: ((projectId: string, take: Take) => void) | undefined;
/** Takes that come without having been asked for by this window, and takes found damaged. */
export function onTake(listener: (projectId: string, take: Take) => void): void {
  takeListener = listener;
}

let markListener: ((voiceId: string, mark: VoiceMark) => void) | undefined;
/** Each change of what is noted of a voice. */
export function onVoiceMark(listener: (voiceId: string, mark: VoiceMark) => void): void {
  markListener = listener;
}

async function watch(client: HostClient): Promise<void> {
  try {
    for await (const event of client.call('studio.watch', null)) take(event);
  } catch (thrown) {
    // The loss of the wire is shown by the host's state; anything else must not pass in silence.
    const failure = toFailure(thrown);
    if (failure.kind !== 'disconnected' && failure.kind !== 'cancelled') useStudio.setState({ accountFailure: failure });
  }
}

/** Voices and models of the service, all of them. */
export async function loadCatalogue(): Promise<void> {
  const loading = { state: 'loading' } as const;
  const { voices, models } = useStudio.getState();
  useStudio.setState({ voices: voices.state === 'ready' ? voices : loading, models: models.state === 'ready' ? models : loading });
  await Promise.all([loadVoices(), loadModels()]);
}

async function loadVoices(): Promise<void> {
  const answer = await ofThisService(() => studio().run('voices.list', null));
  if (!answer) return;
  const { voices, voiceNames, voiceServices, connection } = useStudio.getState();
  if (answer.ok) {
    const { voices: value, asOf, fresh } = answer.value;
    const names = new Map([...voiceNames, ...value.map(({ voiceId, name }) => [voiceId, name] as const)]);
    const service = connection && serviceInUse(connection);
    const listed = service === undefined ? [] : value.map(({ voiceId }) => [voiceId, service] as const);
    const services = new Map([...voiceServices, ...listed]);
    useStudio.setState({ voices: { state: 'ready', value, asOf, fresh }, voiceNames: names, voiceServices: services });
  } else if (voices.state !== 'ready' || answer.failure.kind === 'forbidden')
    useStudio.setState({ voices: { state: 'failed', failure: answer.failure } });
}

/** The name of the other service that lists a voice, among those that were connected since the window opened. */
export function otherServiceOf(voiceId: string, { connection, voiceServices } = useStudio.getState()): string | undefined {
  const service = voiceServices.get(voiceId);
  return service === undefined || connection === undefined || service.id === serviceInUse(connection).id ? undefined : service.name;
}

async function loadModels(): Promise<void> {
  const answer = await ofThisService(() => studio().run('models.list', null));
  if (answer?.ok === true) useStudio.setState({ models: { state: 'ready', value: answer.value.models, asOf: answer.value.asOf } });
  else if (answer && useStudio.getState().models.state !== 'ready')
    useStudio.setState({ models: { state: 'failed', failure: answer.failure } });
}

/** Reads something of the service that is shown. Nothing where another one is shown by the time it answers. */
async function ofThisService<T>(read: () => Promise<T>) {
  const { connection } = useStudio.getState();
  const answer = await attempt(read);
  return useStudio.getState().connection?.id === connection?.id ? answer : undefined;
}

/** Reads every page of the voices again, and the models. Answers with why that failed. */
export async function refreshCatalogue(): Promise<Failure | undefined> {
  const answer = await attempt(() => studio().run('voices.refresh', null));
  await loadCatalogue();
  return answer.ok ? undefined : answer.failure;
}

/** Starts the local service again, or tries the account's address again. */
export async function restartConnection(): Promise<Failure | undefined> {
  useStudio.setState({ restarting: true });
  const answer = await attempt(() => studio().run('connection.restart', null));
  useStudio.setState({ restarting: false });
  if (answer.ok) void loadCatalogue();
  return answer.ok ? undefined : answer.failure;
}

export async function refreshAccount(): Promise<void> {
  const answer = await attempt(() => studio().run('account.refresh', null));
  useStudio.setState(answer.ok ? { account: answer.value, accountFailure: undefined } : { accountFailure: answer.failure });
}

/** Takes effect at once; kept by main. */
export async function updateSettings(change: Partial<Settings>): Promise<void> {
  useStudio.setState({ settings: { ...useStudio.getState().settings, ...change } });
  const answer = await attempt(() => studio().run('settings.update', change));
  if (answer.ok) useStudio.setState({ settings: answer.value });
}

export async function forgetRecent(path: string): Promise<void> {
  await attempt(() => studio().run('project.forget', { path }));
}

/** Why the service can make nothing now, in words; undefined where it can. */
export function whyNotReady({ connection }: Pick<StudioState, 'connection'> = useStudio.getState()): string | undefined {
  if (!connection || connection.state === 'starting') return messages.studio.theServiceIsStillStarting;
  if (connection.state === 'failed') return formatFailure(connection.failure) ?? messages.studio.theServiceIsNotAvailable;
  return undefined;
}

/** The voices that are known, or none while they load. */
export function knownVoices(state: Pick<StudioState, 'voices'> = useStudio.getState()): readonly CatalogueVoice[] {
  return state.voices.state === 'ready' ? state.voices.value : noVoices;
}
export function knownModels(state: Pick<StudioState, 'models'> = useStudio.getState()): readonly Model[] {
  return state.models.state === 'ready' ? state.models.value : noModels;
}
const noVoices: readonly CatalogueVoice[] = [];
const noModels: readonly Model[] = [];

export function watchStudio(): void {
  whenOpened((client) => void watch(client));
}
