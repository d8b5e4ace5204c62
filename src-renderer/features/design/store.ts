import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { DesignMarks, DesignRecord } from '#shared/operations/paid.ts';
import { cloneLimits } from '#shared/wire/voice-creation.ts';
import { designLimits, designProviders, type DesignProvider, type DesignSave } from '#shared/wire/voice-designs.ts';
import { plural } from '../../lib/format.ts';
import { announce } from '../../lib/live-region.tsx';
import { toastFailure } from '../../lib/toast.tsx';
import { attempt, studio } from '../../core/host/host.ts';
import { nameOf, textProblem } from '../../lib/plain-text.ts';
import { onOperation, useStudio } from '../../core/studio/studio.ts';
import { messages } from '#shared/messages/index.ts';

/** What a design is made of; what is sent of it is trimmed. */
export interface DesignDraft {
  prompt: string;
  previewText: string;
  providers: readonly DesignProvider[];
}
export type DesignOrder = Pick<DesignRecord, 'prompt' | 'previewText' | 'providers'>;

/** What the save form holds; `consent` is asked for where everybody may use the voice. */
export interface VoiceForm {
  candidateId: string;
  name: string;
  description: string;
  visibility: 'private' | 'public';
  consent: boolean;
  /** Empty: the service's own choice. */
  language: string;
}

interface DesignsState {
  draft: DesignDraft;
  /** Somebody has asked for what is in the draft; from then on what lacks is said. */
  asked: boolean;
  /** What is being made now, and since when, Unix milliseconds. */
  creating: { order: DesignOrder; since: number } | undefined;
  createFailure: { failure: Failure; order: DesignOrder } | undefined;
  history: { state: 'loading' | 'ready' } | { state: 'failed'; failure: Failure };
  designs: readonly DesignRecord[];
  /** Where the next page of the history begins; null on the last. */
  next: string | null;
  search: string;
  /** Those that were removed are listed in place of the others. */
  showRemoved: boolean;
  /** The design that is listened to. */
  open: DesignRecord | undefined;
  /** The design that came just now, while it was waited for: its comparison takes the focus. */
  arrived: string | undefined;
  form: VoiceForm | undefined;
  /** Somebody has asked to save what is in the form. */
  saveAsked: boolean;
  saving: boolean;
  saveFailure: Failure | undefined;
  /** The operation that saved a voice just now: it takes the focus. */
  savedNow: string | undefined;
  /** Designs that the service has dropped, as far as is known. */
  expired: ReadonlySet<string>;
}

const usualText = messages.design.sampleText;

export const useDesigns = create<DesignsState>(() => ({
  draft: { prompt: '', previewText: usualText, providers: designProviders },
  asked: false,
  creating: undefined,
  createFailure: undefined,
  history: { state: 'loading' },
  designs: [],
  next: null,
  search: '',
  showRemoved: false,
  open: undefined,
  arrived: undefined,
  form: undefined,
  saveAsked: false,
  saving: false,
  saveFailure: undefined,
  savedNow: undefined,
  expired: new Set(),
}));

const set = useDesigns.setState;
const now = useDesigns.getState;

export function changeDraft(change: Partial<DesignDraft>): void {
  set({ draft: { ...now().draft, ...change } });
}

export function orderOf({ prompt, previewText, providers }: DesignDraft): DesignOrder {
  return {
    prompt: prompt.trim(),
    previewText: previewText.trim(),
    providers: designProviders.filter((provider) => providers.includes(provider)),
  };
}

/** Why the draft cannot be sent, by field. What is merely still empty counts once somebody has asked for it. */
export function draftProblems({ draft, asked }: Pick<DesignsState, 'draft' | 'asked'>): { prompt?: string; previewText?: string } {
  const prompt = textProblem(draft.prompt, {
    subject: messages.design.promptSubject,
    most: designLimits.promptCharacters,
    required: asked,
  });
  const previewText = textProblem(draft.previewText, {
    subject: messages.design.previewTextSubject,
    most: designLimits.previewCharacters,
    required: asked,
  });
  return { ...(prompt !== undefined && { prompt }), ...(previewText !== undefined && { previewText }) };
}

const isSame = (one: DesignOrder, other: DesignOrder): boolean =>
  one.prompt === other.prompt && one.previewText === other.previewText && one.providers.join() === other.providers.join();

/** An earlier request for exactly this whose end is not known: asking again is the same request, and free where it was made. */
export function openTwin(order: DesignOrder, designs: readonly DesignRecord[], connectionId: string | undefined): DesignRecord | undefined {
  return designs.find(
    (record) =>
      record.operation.connectionId === connectionId &&
      ['unknown', 'waiting', 'sending'].includes(record.operation.state) &&
      isSame(order, record),
  );
}

let controller: AbortController | undefined;

/** Makes candidates of the draft, or of `order`. The same while its outcome is not known is the same request: main sees to its key. */
export async function createCandidates(order?: DesignOrder): Promise<void> {
  if (now().creating) return;
  if (order === undefined) {
    set({ asked: true });
    const problems = draftProblems(now());
    const first = problems.prompt ?? problems.previewText;
    if (first !== undefined) {
      announce(first);
      return;
    }
  }
  const wanted = order ?? orderOf(now().draft);
  controller = new AbortController();
  set({ creating: { order: wanted, since: Date.now() }, createFailure: undefined, asked: false });
  announce(messages.design.candidatesInProgress);
  const { signal } = controller;
  const answer = await attempt(() => studio().run('designs.create', { ...wanted, providers: [...wanted.providers] }, { signal }));
  set({ creating: undefined });
  await loadDesigns();
  if (answer.ok) {
    const { operationId } = answer.value.operation;
    const made = now().designs.find((record) => record.operation.operationId === operationId) ?? (await findDesign(operationId));
    if (made) openDesign(made);
    set({ arrived: operationId });
    announce(messages.design.candidatesReady(plural(answer.value.candidates.length, messages.design.candidate)));
  } else if (answer.failure.kind === 'cancelled') announce(messages.design.stoppedWaiting);
  else set({ createFailure: { failure: answer.failure, order: wanted } });
}

export const stopCreating = (): void => controller?.abort();

/** A design that the filters of the list leave out. */
async function findDesign(operationId: string): Promise<DesignRecord | undefined> {
  const answer = await attempt(() => studio().run('designs.list', { limit: 20 }));
  return answer.ok ? answer.value.designs.find((record) => record.operation.operationId === operationId) : undefined;
}

const pageSize = 50;
let reading = 0;

/** The history from its newest on, by the search that is set; as far as it was shown. */
export async function loadDesigns(): Promise<void> {
  const turn = (reading += 1);
  const { search, showRemoved, designs } = now();
  const limit = Math.min(100, Math.max(pageSize, designs.length));
  const answer = await attempt(() => studio().run('designs.list', { search, removed: showRemoved, limit }));
  if (turn !== reading) return;
  if (!answer.ok) {
    set({ history: { state: 'failed', failure: answer.failure } });
    return;
  }
  const { designs: found, next } = answer.value;
  const openId = now().open?.operation.operationId;
  const open = found.find((record) => record.operation.operationId === openId) ?? now().open;
  const expired = found.filter(({ expiresAt }) => expiresAt !== null && Date.parse(expiresAt) <= Date.now());
  set({
    history: { state: 'ready' },
    designs: found,
    next,
    open,
    expired: new Set([...now().expired, ...expired.map(({ operation }) => operation.operationId)]),
  });
}

export async function loadMoreDesigns(): Promise<void> {
  const { search, showRemoved, next } = now();
  if (next === null) return;
  const turn = reading;
  const answer = await attempt(() => studio().run('designs.list', { search, removed: showRemoved, before: next, limit: pageSize }));
  if (turn !== reading) return;
  if (answer.ok) set({ designs: [...now().designs, ...answer.value.designs], next: answer.value.next });
  else toastFailure(answer.failure);
}

export function searchDesigns(search: string): void {
  set({ search });
  void loadDesigns();
}

export function listRemoved(showRemoved: boolean): void {
  set({ showRemoved, designs: [], next: null, history: { state: 'loading' } });
  void loadDesigns();
}

export function openDesign(record: DesignRecord): void {
  const { open } = now();
  if (open?.operation.operationId === record.operation.operationId) set({ open: record });
  else set({ open: record, form: undefined, saveAsked: false, saveFailure: undefined });
}

/** Puts what a design was made of into the draft, to be changed. */
export function duplicateDesign({ prompt, previewText, providers }: DesignOrder): void {
  set({ draft: { prompt, previewText, providers }, asked: false, createFailure: undefined });
  announce(messages.design.promptInForm);
}

/** Writes down what a person made of a design; shown at once. */
export async function markDesign(operationId: string, change: Partial<DesignMarks>): Promise<boolean> {
  const patch = (record: DesignRecord): DesignRecord =>
    record.operation.operationId === operationId ? { ...record, marks: { ...record.marks, ...change } } : record;
  const { open, designs } = now();
  set({ open: open && patch(open), designs: designs.map(patch) });
  const answer = await attempt(() => studio().run('designs.mark', { operationId, ...change }));
  if (!answer.ok) toastFailure(answer.failure);
  return answer.ok;
}

/** Takes a design out of the history, or puts it back. Its sounds and its line in the ledger stay. */
export async function removeDesign(operationId: string, removed: boolean): Promise<void> {
  if (!(await markDesign(operationId, { removed }))) return;
  set({
    designs: now().designs.filter((record) => record.operation.operationId !== operationId),
    ...(removed && now().open?.operation.operationId === operationId ? { open: undefined, form: undefined } : {}),
  });
  announce(removed ? messages.design.designRemoved : messages.design.designRestored);
  await loadDesigns();
}

/** Opens the save form for a candidate; what was typed for another one stays. */
export function startSaving(candidateId: string): void {
  const { form, open } = now();
  if (!open) return;
  set({
    form: form
      ? { ...form, candidateId }
      : { candidateId, name: nameOf(open.prompt), description: open.prompt, visibility: 'private', consent: false, language: '' },
    saveFailure: undefined,
    saveAsked: false,
  });
}

export function changeForm(change: Partial<VoiceForm>): void {
  const { form } = now();
  if (form) set({ form: { ...form, ...change } });
}

export const closeForm = (): void => set({ form: undefined, saveFailure: undefined, saveAsked: false });

export function formProblems({ form, saveAsked }: Pick<DesignsState, 'form' | 'saveAsked'>): {
  name?: string;
  description?: string;
  consent?: string;
} {
  if (!form) return {};
  const name = textProblem(form.name, {
    subject: messages.design.nameSubject,
    most: cloneLimits.nameCharacters,
    required: saveAsked,
    oneLine: true,
  });
  const description = textProblem(form.description, {
    subject: messages.design.descriptionSubject,
    most: cloneLimits.descriptionCharacters,
  });
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(saveAsked && form.visibility === 'public' && !form.consent ? { consent: messages.design.publicNeedsConsent } : {}),
  };
}

/** Saves the form's candidate as a voice, or sends `fields` of an earlier try again: with its key, where its outcome is not known. */
export async function saveVoice(fields?: DesignSave): Promise<string | undefined> {
  const { open, saving } = now();
  const designId = open?.operation.taskId;
  if (saving || !open || designId === null || designId === undefined) return undefined;
  const elsewhere = belongsElsewhere(open, useStudio.getState().connection?.id);
  if (elsewhere !== undefined) {
    announce(elsewhere);
    return undefined;
  }
  if (!fields) {
    set({ saveAsked: true });
    const problems = formProblems(now());
    const first = problems.name ?? problems.description ?? problems.consent;
    if (first !== undefined) {
      announce(first);
      return undefined;
    }
  }
  const wanted = fields ?? sentOf(now().form);
  if (!wanted) return undefined;
  set({ saving: true, saveFailure: undefined });
  const answer = await attempt(() => studio().run('designs.save', { designId, ...wanted }));
  set({ saving: false });
  await loadDesigns();
  if (!answer.ok) {
    const dropped = answer.failure.status === 404 ? [open.operation.operationId] : [];
    set({ saveFailure: answer.failure, expired: new Set([...now().expired, ...dropped]) });
    return undefined;
  }
  set({ form: undefined, saveAsked: false, savedNow: answer.value.operation.operationId });
  announce(messages.design.voiceSaved(wanted.name));
  return answer.value.voiceId;
}

function sentOf(form: VoiceForm | undefined): DesignSave | undefined {
  if (!form) return undefined;
  const { candidateId, visibility } = form;
  const [name, description, language] = [form.name.trim(), form.description.trim(), form.language];
  return { candidateId, name, visibility, ...(description !== '' && { description }), ...(language !== '' && { language }) };
}

/** What making candidates of this many characters by this many providers would cost; `undefined` where it cannot be told now. */
export async function estimateDesign(
  characters: number,
  providers: number,
  signal: AbortSignal,
): Promise<{ credits: number | null; learnedFrom: number } | undefined> {
  const answer = await attempt(() =>
    studio().run('designs.estimate', { characters: Math.min(characters, designLimits.previewCharacters), providers }, { signal }),
  );
  return answer.ok ? answer.value : undefined;
}

/** Credits of one save, learned from earlier ones. */
export async function savePrice(signal: AbortSignal): Promise<{ credits: number | null; learnedFrom: number } | undefined> {
  const answer = await attempt(() => studio().run('jobs.price', { unit: 'request', family: 'design-save' }, { signal }));
  return answer.ok ? { credits: answer.value?.creditsPerUnit ?? null, learnedFrom: answer.value?.samples ?? 0 } : undefined;
}

/** Why nothing more can be made of a design while another service is connected, in words. */
export function belongsElsewhere(record: DesignRecord, connectionId: string | undefined): string | undefined {
  const own = record.operation.connectionId;
  if (connectionId === undefined || own === connectionId) return undefined;
  return messages.design.otherConnection(own === 'local' ? messages.design.localService : own);
}

/** Keeps the history true while the panel is shown, whoever changes it. */
export function watchDesigns(): () => void {
  void loadDesigns();
  const stops = [
    onOperation(({ family }) => {
      if (family === 'design' || family === 'design-save') void loadDesigns();
    }),
    useStudio.subscribe((after, before) => {
      if (after.connection?.id !== before.connection?.id) void loadDesigns();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
