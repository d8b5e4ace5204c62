import { z } from 'zod';
import { create } from 'zustand';
import { keptInWindow } from '../../lib/kept-in-window.ts';
import { fail, type Failure, readText } from '#shared/failure.ts';
import { findSourceType, sourceTypes, type Inspected, type KeptKind, type SourceKind } from '#shared/operations/sources.ts';
import { mediaAddress } from '#shared/wire/media-address.ts';
import { fixed, size } from '../../lib/format.ts';
import { attempt } from '../host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../host/client.ts';
import type { announce } from '../../lib/live-region.tsx';
import { message, formatMessage, type Message } from '#shared/messages/message.ts';

/** The places that take a video or a sound for a job. */
export const slots = { 'lip-sync.video': 'video', 'lip-sync.audio': 'audio', 'dubbing.video': 'video' } as const satisfies Record<
  string,
  SourceKind
>;

export type Slot = keyof typeof slots;

/** What stands in a slot. `address` is what is sent. */
interface Source {
  address: string;
  name: string;
  /** Where the window plays it; null where it cannot. */
  url: string | null;
  /** A file of this machine, and not an address that was typed. */
  isFile: boolean;
  inspected: Inspected;
}

export interface SlotState {
  typed: string;
  /** Why what is typed is no address. */
  problem: string | undefined;
  /** What is being done: a file is handed over, or an address is looked at. */
  busy: { what: 'file' | 'address'; name: string } | undefined;
  source: Source | undefined;
  failure: Failure | undefined;
}

const slotNames = ['lip-sync.video', 'lip-sync.audio', 'dubbing.video'] as const satisfies readonly Slot[];

/** What stood in the slots, over a reload. */
const keptSources = keptInWindow(
  'sources',
  z.partialRecord(z.enum(slotNames), z.object({ address: z.string(), name: z.string(), isFile: z.boolean() })),
);
type KeptSources = NonNullable<ReturnType<typeof keptSources.get>>;

const empty: SlotState = { typed: '', problem: undefined, busy: undefined, source: undefined, failure: undefined };

interface SourcesState {
  slots: Readonly<Record<Slot, SlotState>>;
  /** Why no file can be given to the service that is connected; undefined while that is not known, null where one can. */
  whyNoFile: string | null | undefined;
  /** The bucket by way of which files get to the service; null where they need none. */
  bucket: string | null;
  limits: Readonly<Record<SourceKind, number>> | null;
}

export interface SourcesDependencies {
  client: StudioClient;
  announce: typeof announce;
}

/** The videos and sounds that stand in the slots of panels. */
export class SourcesStore {
  readonly store = create<SourcesState>(() => ({
    slots: { 'lip-sync.video': empty, 'lip-sync.audio': empty, 'dubbing.video': empty },
    whyNoFile: undefined,
    bucket: null,
    limits: null,
  }));
  readonly #deps: SourcesDependencies;
  readonly #working = new Map<Slot, AbortController>();
  /** What can be used and stood in a slot before a file that is being handed over to take its place. */
  readonly #replaced = new Map<Slot, Source>();
  /** What stood in slots before the window loaded again, and was not looked at since. */
  readonly #before = new Map<Slot, KeptSources[Slot]>(slotNames.map((slot) => [slot, keptSources.get()?.[slot]]));

  constructor(dependencies: SourcesDependencies) {
    this.#deps = dependencies;
    this.store.subscribe(({ slots: now }, { slots: before }) => {
      if (slotNames.every((slot) => now[slot].source === before[slot].source)) return;
      const chosen: KeptSources = Object.fromEntries([...this.#before].filter(([, kept]) => kept !== undefined));
      for (const slot of slotNames) {
        const { source } = now[slot];
        if (source) chosen[slot] = { address: source.address, name: source.name, isFile: source.isFile };
      }
      keptSources.set(chosen);
    });
  }

  /** Puts into these slots again what stood there before the window loaded again, where it can still be used; once. */
  readonly resumeSources = async (names: readonly Slot[]): Promise<void> => {
    await Promise.all(
      names.map(async (slot) => {
        const kept = this.#before.get(slot);
        if (!kept) return;
        const signal = this.#begin(slot);
        const { address, name, isFile } = kept;
        this.#change(slot, { ...empty, typed: isFile ? '' : address, busy: { what: isFile ? 'file' : 'address', name } });
        await this.#inspect(slot, address, isFile, signal);
        const { source, failure } = this.#slotOf(slot);
        if (!signal.aborted && (failure || source?.inspected.state === 'refused')) this.clearSlot(slot);
      }),
    );
  };

  readonly #slotOf = (slot: Slot): SlotState => this.store.getState().slots[slot];

  readonly #change = (slot: Slot, part: Partial<SlotState>): void =>
    this.store.setState(({ slots: all }) => ({ slots: { ...all, [slot]: { ...all[slot], ...part } } }));

  /** Ends what the slot was doing, and begins something else. */
  #begin(slot: Slot): AbortSignal {
    this.#working.get(slot)?.abort();
    this.#before.delete(slot);
    this.#replaced.delete(slot);
    const controller = new AbortController();
    this.#working.set(slot, controller);
    return controller.signal;
  }

  /** Whether files of this machine can be given; to be asked when the connection is another. */
  readonly learnReach = async (): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('source.reach', null));
    if (!answer.ok) this.store.setState({ whyNoFile: undefined, bucket: null, limits: null });
    else {
      const { reason, limits, bucket } = answer.value;
      this.store.setState({ whyNoFile: reason && formatMessage(reason), limits, bucket: reason === null ? bucket : null });
    }
  };

  /** The same with a file: what stands in the slot comes back where the file cannot be used. */
  #beginFile(slot: Slot): AbortSignal {
    const { source, busy } = this.#slotOf(slot);
    const replaced = busy ? this.#replaced.get(slot) : source;
    const signal = this.#begin(slot);
    if (replaced && replaced.inspected.state !== 'refused') this.#replaced.set(slot, replaced);
    return signal;
  }

  /** Says why a file is not taken, beside what stood in the slot before it. */
  #refuseFile(slot: Slot, failure: Failure, typed = ''): void {
    this.#change(slot, { ...empty, typed, source: this.#replaced.get(slot), failure });
    this.#replaced.delete(slot);
  }

  readonly typeAddress = (slot: Slot, typed: string): void => {
    this.#begin(slot);
    this.#change(slot, { ...empty, typed });
  };

  /** Takes what is typed: looks at it, or says what is wrong with it. */
  readonly takeAddress = async (slot: Slot): Promise<void> => {
    const { typed, source, busy } = this.#slotOf(slot);
    const address = typed.trim();
    if (address === '' || source?.address === address || busy?.name === address) return;
    if (!mediaAddress.safeParse(address).success) {
      this.#change(slot, { problem: wrongAddress });
      return;
    }
    await this.putAddress(slot, address);
  };

  /** Puts an address into the slot that is known already: of the history, or handed over by another panel. */
  readonly putAddress = async (slot: Slot, address: string, isFile = false): Promise<void> => {
    const signal = this.#begin(slot);
    this.#change(slot, { ...empty, typed: isFile ? '' : address, busy: { what: 'address', name: address } });
    await this.#inspect(slot, address, isFile, signal);
  };

  async #inspect(slot: Slot, address: string, isFile: boolean, signal: AbortSignal): Promise<void> {
    const answer = await attempt(() => this.#deps.client.run('source.inspect', { kind: slots[slot], address }, { signal }));
    if (signal.aborted) return;
    if (!answer.ok) this.#refuseFile(slot, answer.failure, this.#slotOf(slot).typed);
    else {
      const { url, name, inspected } = answer.value;
      if (inspected.state === 'refused' && this.#replaced.has(slot)) {
        const why = message(inspected.stage === 'download' ? 'sources.notFetched' : 'sources.unusable', name, inspected.why);
        this.#refuseFile(slot, unsupported(why));
        this.#deps.announce(formatMessage(why));
        return;
      }
      this.#replaced.delete(slot);
      const own = isFile || url?.startsWith('/bytes/sources/') === true;
      this.#change(slot, { busy: undefined, source: { address, name, url, isFile: own, inspected }, ...(own && { typed: '' }) });
      this.#deps.announce(
        inspected.state === 'known' ? messages.sources.seconds(name, fixed(inspected.facts.seconds, 1)) : wordsOf(slots[slot], inspected),
      );
    }
  }

  /** Empties the slot and says there why it takes nothing. */
  readonly refuse = (slot: Slot, why: Message): void => {
    this.#begin(slot);
    this.#change(slot, { ...empty, failure: unsupported(why) });
    this.#deps.announce(formatMessage(why));
  };

  /** Takes the message of a failed file away; what stands in the slot stays. */
  readonly dismissFailure = (slot: Slot): void => {
    if (this.#slotOf(slot).source) this.#change(slot, { failure: undefined });
    else this.clearSlot(slot);
  };

  /** Hands a dropped or chosen file over; what cannot be taken is said before a byte of it is read. */
  readonly giveFile = async (slot: Slot, file: File): Promise<void> => {
    const kind = slots[slot];
    const signal = this.#beginFile(slot);
    const refuse = (why: Message): void => {
      this.#refuseFile(slot, unsupported(why));
      this.#deps.announce(formatMessage(why));
    };
    if (findSourceType(kind, file.name) === undefined) {
      refuse(
        message('sources.wrongType', file.name, kind === 'video' ? messages.sources.aVideo : messages.sources.aSound, takenInWords(kind)),
      );
      return;
    }
    const most = this.store.getState().limits?.[kind];
    if (file.size === 0 || (most !== undefined && file.size > most)) {
      refuse(
        file.size === 0
          ? message('sources.fileEmpty', file.name)
          : message('sources.fileTooLarge', file.name, size(file.size), size(most ?? 0)),
      );
      return;
    }
    this.#change(slot, { ...empty, busy: { what: 'file', name: file.name } });
    await this.#keep(slot, file.name, signal, async () => ({ uploadId: await uploadFile(file, signal) }));
  };

  /** The same with a sound of the studio's own: a take, a chapter, a result. */
  readonly giveOwn = async (slot: Slot, name: string, url: string): Promise<void> => {
    const signal = this.#beginFile(slot);
    this.#change(slot, { ...empty, busy: { what: 'file', name } });
    await this.#keep(slot, name, signal, () => Promise.resolve({ url }));
  };

  async #keep(slot: Slot, name: string, signal: AbortSignal, from: () => Promise<{ uploadId: string } | { url: string }>): Promise<void> {
    const answer = await attempt(async () =>
      this.#deps.client.run('source.keep', { kind: slots[slot], name: name.slice(-255), ...(await from()) }, { signal }),
    );
    if (signal.aborted) return;
    if (!answer.ok) this.#refuseFile(slot, answer.failure);
    else await this.#inspect(slot, answer.value.address, true, signal);
  }

  readonly clearSlot = (slot: Slot): void => {
    this.#begin(slot);
    this.#change(slot, empty);
  };
}

const unsupported = (why: Message): Failure => fail('unsupported-media', why, { next: 'choose-file' }).failure;

const wrongAddress = messages.sources.urlInvalid;

/** Why a source is not known, as a sentence that names the media and the stage. */
export function wordsOf(kind: SourceKind, inspected: Exclude<Inspected, { state: 'known' }>): string {
  const subject = kind === 'video' ? messages.sources.videoSubject : messages.sources.audioSubject;
  const why = formatMessage(inspected.why);
  const stages = {
    address: messages.sources.urlRefused(subject, why),
    download: messages.sources.notFetched(subject, why),
    inspect: messages.sources.unusable(subject, why),
  } as const;
  if (inspected.state === 'refused') return stages[inspected.stage];
  return messages.sources.lengthUnknown(stages[inspected.stage]);
}

/** The endings of files that a slot takes, in words. */
export const takenInWords = (kind: KeptKind): string =>
  Object.keys(sourceTypes[kind])
    .map((ending) => ending.toUpperCase())
    .join(', ');

/** Hands a file to the studio; answers with what it is kept by. */
export async function uploadFile(file: File, signal?: AbortSignal): Promise<string> {
  let response: Response;
  try {
    response = await fetch('/bytes/upload', { method: 'POST', body: file, ...(signal && { signal }) });
  } catch (cause) {
    signal?.throwIfAborted();
    throw fail('file-failed', message('sources.fileNotRead', file.name), { cause });
  }
  const answer = (await response.json().catch(() => ({}))) as { uploadId?: string; failure?: Failure };
  if (answer.failure) throw fail(answer.failure.kind, readText(answer.failure), { next: answer.failure.next });
  if (!response.ok || answer.uploadId === undefined) throw fail('file-failed', message('sources.fileRefused'), { next: 'retry' });
  return answer.uploadId;
}

/** Why a slot cannot be sent as it is; undefined where it can. */
export function slotProblem(slot: Slot, state: SlotState): string | undefined {
  const subject = slots[slot] === 'video' ? 'video' : 'audio';
  if (state.problem !== undefined) return messages.sources.enterValidUrl(subject);
  if (state.busy)
    return messages.sources.inProgress(subject, state.busy.what === 'file' ? messages.sources.added : messages.sources.checked);
  if (!state.source) return state.typed.trim() === '' ? messages.sources.addFirst(subject) : messages.sources.notCheckedYet(subject);
  return state.source.inspected.state === 'refused' ? wordsOf(slots[slot], state.source.inspected) : undefined;
}

/** Where the window plays it; undefined where it cannot, and for what no job can be made of. */
export const playedUrl = (source: Source | undefined): string | undefined =>
  source?.inspected.state === 'refused' ? undefined : (source?.url ?? undefined);

/** Its length in seconds, where that is known. */
export const secondsOf = ({ source }: SlotState): number | undefined =>
  source?.inspected.state === 'known' ? source.inspected.facts.seconds : undefined;
