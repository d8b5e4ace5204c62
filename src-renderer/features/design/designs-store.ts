import { z } from 'zod';
import { keptInWindow } from '../../lib/kept-in-window.ts';
import { create } from 'zustand';
import type { DesignMarks, DesignRecord } from '#shared/operations/paid.ts';
import { cloneLimits } from '#shared/wire/voice-creation.ts';
import { designLimits, designProviders, type DesignSave } from '#shared/wire/voice-designs.ts';
import { attempt } from '../../core/host/attempt.ts';
import { nameOf, textProblem } from '../../lib/plain-text.ts';
import { language, messages, ownLanguage } from '#shared/messages/index.ts';
import { isSpokenLine, spokenLine } from '#shared/messages/spoken-lines.ts';
import { findTextLanguages } from '../../core/voices/text-languages.ts';
import { languageNamed } from './prompt-language.ts';
import { tagToSave } from './voice-language.ts';
import type { DesignDraft, DesignOrder, DesignsState, VoiceForm } from './designs-state.ts';
import { languageFamily } from '#shared/language-family.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { HostStore } from '../../core/host/host-store.ts';
import type { UnknownPriceStore } from '../../core/account/unknown-price-store.ts';
import type { StudioStore } from '../../core/studio/studio-store.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { toast, toastFailure } from '../../lib/toast.tsx';

/** What was written, over a reload. */
const keptTexts = keptInWindow('design-texts', z.object({ prompt: z.string(), previewText: z.string().optional() }));

function keptDraft(): DesignDraft {
  const { prompt = '', previewText = spokenLine('design', language()) } = keptTexts.get() ?? {};
  return { prompt, previewText, providers: designProviders };
}

const savePrice = { unit: 'request', family: 'design-save' } as const;

export interface DesignsDependencies {
  client: StudioClient;
  host: Pick<HostStore, 'whenOpenedLater'>;
  studio: Pick<StudioStore, 'store' | 'onOperation'>;
  unknownPrice: Pick<UnknownPriceStore, 'mayBuy' | 'mayBuyAgain'>;
  announce: typeof announce;
  toast: typeof toast;
  toastFailure: typeof toastFailure;
}

/** Voices that are designed from words. */
export class DesignsStore {
  readonly store = create<DesignsState>(() => ({
    draft: keptDraft(),
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
  readonly #deps: DesignsDependencies;
  readonly #set = this.store.setState;
  readonly #now = this.store.getState;
  #controller: AbortController | undefined;
  #reading = 0;
  /** Until the form has its language: only then is it sent. */
  #languageFound = Promise.resolve();

  constructor(dependencies: DesignsDependencies) {
    this.#deps = dependencies;
    this.store.subscribe(({ draft: { prompt, previewText } }, { draft: before }) => {
      if (prompt === before.prompt && previewText === before.previewText) return;
      keptTexts.set({ prompt, previewText });
    });
  }

  /** A preview text that nobody wrote is in the language of the voice that the prompt asks for: one that it names, else the one it is written in. */
  async #followLanguage(): Promise<void> {
    const { prompt, previewText } = this.#now().draft;
    if (prompt.trim() === '' || !isSpokenLine('design', previewText)) return;
    const named = languageNamed(prompt);
    const [found] =
      named === undefined ? ((await findTextLanguages(this.#deps.client, [prompt], new AbortController().signal)) ?? []) : [named];
    const { draft } = this.#now();
    if (found == null || draft.prompt !== prompt || draft.previewText !== previewText) return;
    this.changeDraft({ previewText: spokenLine('design', found) });
  }

  readonly changeDraft = (change: Partial<DesignDraft>): void => {
    const { draft } = this.#now();
    this.#set({ draft: { ...draft, ...change } });
    if (change.prompt !== undefined && change.prompt !== draft.prompt) void this.#followLanguage();
  };

  /** Makes candidates of the draft, or of `order`. The same while its outcome is not known is the same request: main sees to its key. */
  readonly createCandidates = async (order?: DesignOrder): Promise<void> => {
    if (this.#now().creating) return;
    if (order === undefined) {
      this.#set({ asked: true });
      const problems = draftProblems(this.#now());
      const first = problems.prompt ?? problems.previewText;
      if (first !== undefined) {
        this.#deps.announce(first);
        return;
      }
    }
    const wanted = order ?? orderOf(this.#now().draft);
    if (!(await this.#mayCreate(wanted)) || this.#now().creating) return;
    this.#controller = new AbortController();
    const { open, form, saving } = this.#now();
    const again = this.#findTwin(wanted) !== undefined;
    this.#set({
      creating: { order: wanted, since: Date.now(), again },
      createFailure: undefined,
      asked: false,
      // The stage is for what comes. A save under way stays in sight.
      ...(!saving && { open: undefined, form: undefined }),
    });
    this.#deps.announce(messages.design.candidatesInProgress);
    const { signal } = this.#controller;
    const answer = await attempt(() =>
      this.#deps.client.run('designs.create', { ...wanted, providers: [...wanted.providers] }, { signal }),
    );
    this.#set({ creating: undefined });
    await this.loadDesigns();
    if (answer.ok) {
      const { operationId } = answer.value.operation;
      const made =
        this.#now().designs.find((record) => record.operation.operationId === operationId) ?? (await this.#findDesign(operationId));
      if (made) this.openDesign(made);
      this.#set({ arrived: operationId });
      this.#deps.announce(messages.design.candidatesReady(messages.design.candidate(answer.value.candidates.length)));
      return;
    }
    if (answer.failure.kind === 'cancelled') this.#deps.announce(messages.design.stoppedWaiting);
    else this.#set({ createFailure: { failure: answer.failure, order: wanted } });
    if (this.#now().open !== undefined) return;
    // What failed is shown where its candidates would be; where the service was never reached, the earlier design stays open.
    const { kind, charged } = answer.failure;
    const unmade =
      kind === 'unreachable' && charged === 'no'
        ? undefined
        : this.#now().designs.find((record) => isSame(wanted, record) && record.operation.state !== 'done');
    this.#set(unmade ? { open: unmade } : { open, form });
  };

  readonly #findTwin = (order: DesignOrder): DesignRecord | undefined =>
    openTwin(order, this.#now().designs, this.#deps.studio.store.getState().connection?.id);

  /** What has no answer yet is asked for again at no other charge. */
  async #mayCreate(order: DesignOrder): Promise<boolean> {
    if (this.#findTwin(order)) return true;
    const { previewText, providers } = order;
    const price = async (signal: AbortSignal) => (await this.estimateDesign(previewText.length, providers.length, signal))?.credits;
    const { unknownPrice, client } = this.#deps;
    const earlier = () => client.run('designs.earlier', { ...order, providers: [...providers] });
    return unknownPrice.mayBuyAgain(messages.design.createCandidates, earlier, price, { note: messages.design.othersAgain });
  }

  readonly stopCreating = (): void => this.#controller?.abort();

  /** A design that the filters of the list leave out. */
  async #findDesign(operationId: string): Promise<DesignRecord | undefined> {
    const answer = await attempt(() => this.#deps.client.run('designs.list', { limit: 20 }));
    return answer.ok ? answer.value.designs.find((record) => record.operation.operationId === operationId) : undefined;
  }

  /** The history from its newest on, by the search that is set; as far as it was shown. */
  readonly loadDesigns = async (): Promise<void> => {
    const turn = (this.#reading += 1);
    const { search, showRemoved, designs } = this.#now();
    const limit = Math.min(100, Math.max(pageSize, designs.length));
    const answer = await attempt(() => this.#deps.client.run('designs.list', { search, removed: showRemoved, limit }));
    if (turn !== this.#reading) return;
    if (!answer.ok) {
      this.#set({ history: { state: 'failed', failure: answer.failure } });
      return;
    }
    const { designs: found, next } = answer.value;
    const openId = this.#now().open?.operation.operationId;
    const open = found.find((record) => record.operation.operationId === openId) ?? this.#now().open;
    const known = open === undefined ? found : [...found, open];
    const expired = known.filter(({ expiresAt }) => expiresAt !== null && Date.parse(expiresAt) <= Date.now());
    this.#set({
      history: { state: 'ready' },
      designs: found,
      next,
      open,
      expired: new Set([...this.#now().expired, ...expired.map(({ operation }) => operation.operationId)]),
    });
  };

  readonly loadMoreDesigns = async (): Promise<void> => {
    const { search, showRemoved, next } = this.#now();
    if (next === null) return;
    const turn = this.#reading;
    const answer = await attempt(() =>
      this.#deps.client.run('designs.list', { search, removed: showRemoved, before: next, limit: pageSize }),
    );
    if (turn !== this.#reading) return;
    if (answer.ok) this.#set({ designs: [...this.#now().designs, ...answer.value.designs], next: answer.value.next });
    else this.#deps.toastFailure(answer.failure);
  };

  readonly searchDesigns = (search: string): void => {
    this.#set({ search });
    void this.loadDesigns();
  };

  readonly listRemoved = (showRemoved: boolean): void => {
    this.#set({ showRemoved, designs: [], next: null, history: { state: 'loading' } });
    void this.loadDesigns();
  };

  readonly openDesign = (record: DesignRecord): void => {
    const { open } = this.#now();
    if (open?.operation.operationId === record.operation.operationId) this.#set({ open: record });
    else this.#set({ open: record, form: undefined, saveAsked: false, saveFailure: undefined });
  };

  /** Puts what a design was made of into the draft, to be changed. */
  readonly duplicateDesign = ({ prompt, previewText, providers }: DesignOrder): void => {
    this.#set({ draft: { prompt, previewText, providers }, asked: false, createFailure: undefined });
    this.#deps.announce(messages.design.promptInForm);
  };

  /** Puts a prompt to begin with into the draft; one that somebody wrote can be had back. */
  readonly startWith = (prompt: string): void => {
    const before = this.#now().draft.prompt;
    if (before === prompt) return;
    this.changeDraft({ prompt });
    if (before.trim() === '' || isStarter(before)) {
      this.#deps.announce(messages.design.promptInForm);
      return;
    }
    this.#deps.toast(messages.design.promptReplaced, messages.design.promptInForm, () => {
      if (this.#now().draft.prompt !== prompt) return false;
      this.changeDraft({ prompt: before });
      return true;
    });
  };

  /** Writes down what a person made of a design; shown at once. */
  readonly markDesign = async (operationId: string, change: Partial<DesignMarks>): Promise<boolean> => {
    const patch = (record: DesignRecord): DesignRecord =>
      record.operation.operationId === operationId ? { ...record, marks: { ...record.marks, ...change } } : record;
    const { open, designs } = this.#now();
    this.#set({ open: open && patch(open), designs: designs.map(patch) });
    const answer = await attempt(() => this.#deps.client.run('designs.mark', { operationId, ...change }));
    if (!answer.ok) this.#deps.toastFailure(answer.failure);
    return answer.ok;
  };

  /** Takes a design out of the history, or puts it back. Its sounds and its line in the ledger stay. */
  readonly removeDesign = async (operationId: string, removed: boolean): Promise<void> => {
    if (!(await this.markDesign(operationId, { removed }))) return;
    this.#set({
      designs: this.#now().designs.filter((record) => record.operation.operationId !== operationId),
      ...(removed && this.#now().open?.operation.operationId === operationId ? { open: undefined, form: undefined } : {}),
    });
    this.#deps.announce(removed ? messages.design.designRemoved : messages.design.designRestored);
    await this.loadDesigns();
  };

  /** Opens the save form for a candidate; what was typed for another one stays. A candidate that was saved before begins with the same words. */
  readonly startSaving = (candidateId: string): void => {
    const { form, open } = this.#now();
    if (!open) return;
    const earlier = open.saves.findLast(({ fields, voiceId }) => voiceId !== null && fields.candidateId === candidateId)?.fields;
    this.#set({
      form: form
        ? { ...form, candidateId }
        : {
            candidateId,
            name: earlier?.name ?? nameOf(open.prompt),
            description: earlier === undefined ? open.prompt : (earlier.description ?? ''),
            visibility: 'private',
            consent: false,
            language: earlier?.language ?? '',
          },
      saveFailure: undefined,
      saveAsked: false,
    });
    if (!form && earlier?.language === undefined) this.#languageFound = this.#presetLanguage(open);
  };

  /** Begins with the language of the preview text, which the candidates speak; where that is not plain, with that of the prompt, else the person's. */
  async #presetLanguage({ prompt, previewText, operation: { operationId } }: DesignRecord): Promise<void> {
    const found = (await findTextLanguages(this.#deps.client, [previewText, prompt], new AbortController().signal)) ?? [];
    const { form, open } = this.#now();
    // A choice that was made meanwhile, of none too, stays.
    if (form === undefined || form.languageChosen === true || open?.operation.operationId !== operationId) return;
    const { voices } = this.#deps.studio.store.getState();
    const tags = voices.state === 'ready' ? voices.value.flatMap(({ languages }) => languages) : [];
    const own = ownLanguage(navigator.language);
    const spoken = found[0] ?? languageNamed(prompt) ?? found[1] ?? languageFamily(own);
    this.#set({ form: { ...form, language: tagToSave(spoken, prompt, tags, own) } });
  }

  readonly changeForm = (change: Partial<VoiceForm>): void => {
    const { form } = this.#now();
    if (form) this.#set({ form: { ...form, ...change, ...(change.language !== undefined && { languageChosen: true }) } });
  };

  readonly closeForm = (): void => this.#set({ form: undefined, saveFailure: undefined, saveAsked: false });

  /** Saves the form's candidate as a voice, or sends `fields` of an earlier try again: with its key, where its outcome is not known. */
  readonly saveVoice = async (fields?: DesignSave): Promise<string | undefined> => {
    const { open, saving } = this.#now();
    const designId = open?.operation.taskId;
    if (saving || !open || designId === null || designId === undefined) return undefined;
    const elsewhere = belongsElsewhere(open, this.#deps.studio.store.getState().connection?.id);
    if (elsewhere !== undefined) {
      this.#deps.announce(elsewhere);
      return undefined;
    }
    if (!fields) {
      this.#set({ saveAsked: true });
      await this.#languageFound;
      const problems = formProblems(this.#now());
      const first = problems.name ?? problems.description ?? problems.consent;
      if (first !== undefined) {
        this.#deps.announce(first);
        return undefined;
      }
    }
    const wanted = fields ?? sentOf(this.#now().form);
    if (!wanted) return undefined;
    if (!(await this.#deps.unknownPrice.mayBuy(messages.design.saveVoice, savePrice)) || this.#now().saving) return undefined;
    this.#set({ saving: true, saveFailure: undefined });
    const answer = await attempt(() => this.#deps.client.run('designs.save', { designId, ...wanted }));
    this.#set({ saving: false });
    await this.loadDesigns();
    if (!answer.ok) {
      const dropped = answer.failure.status === 404 ? [open.operation.operationId] : [];
      this.#set({ saveFailure: answer.failure, expired: new Set([...this.#now().expired, ...dropped]) });
      return undefined;
    }
    this.#set({ form: undefined, saveAsked: false, savedNow: answer.value.operation.operationId });
    this.#deps.announce(messages.design.voiceSaved(wanted.name));
    return answer.value.voiceId;
  };

  /** What making candidates of this many characters by this many providers would cost; `undefined` where it is not known now. */
  readonly estimateDesign = async (
    characters: number,
    providers: number,
    signal: AbortSignal,
  ): Promise<{ credits: number | null; learnedFrom: number } | undefined> => {
    const answer = await attempt(() =>
      this.#deps.client.run(
        'designs.estimate',
        { characters: Math.min(characters, designLimits.previewCharacters), providers },
        { signal },
      ),
    );
    return answer.ok ? answer.value : undefined;
  };

  /** Credits of one save, learned from earlier ones. */
  readonly savePrice = async (signal: AbortSignal): Promise<{ credits: number | null; learnedFrom: number } | undefined> => {
    const answer = await attempt(() => this.#deps.client.run('jobs.price', savePrice, { signal }));
    return answer.ok ? { credits: answer.value?.creditsPerUnit ?? null, learnedFrom: answer.value?.samples ?? 0 } : undefined;
  };

  /** Keeps the history true while the panel is shown, no matter who changes it. */
  readonly watchDesigns = (): (() => void) => {
    void this.loadDesigns();
    const stops = [
      this.#deps.host.whenOpenedLater(() => void this.loadDesigns()),
      this.#deps.studio.onOperation(({ family }) => {
        if (family === 'design' || family === 'design-save') void this.loadDesigns();
      }),
      this.#deps.studio.store.subscribe((after, before) => {
        if (after.connection?.id !== before.connection?.id) void this.loadDesigns();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
}

const isStarter = (prompt: string): boolean => Object.values(messages.design.starters).some(({ text }) => text === prompt);

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

export const isSame = (one: DesignOrder, other: DesignOrder): boolean =>
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

/** What is being made and not yet there, unless another design is open. */
export const comingDesign = ({ creating, open, designs }: Pick<DesignsState, 'creating' | 'open' | 'designs'>): DesignRecord | undefined =>
  creating && open === undefined
    ? designs.find((record) => ['waiting', 'sending'].includes(record.operation.state) && isSame(creating.order, record))
    : undefined;

/** How many candidates the order will have, by the last design that is known; the service says it only by sending them. */
export function expectedCandidates({ providers }: DesignOrder, designs: readonly DesignRecord[]): number {
  const last = designs.find(({ candidates }) => candidates.length > 0);
  return Math.max(1, Math.round(providers.length * (last ? last.candidates.length / last.providers.length : 2)));
}

const pageSize = 50;

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

function sentOf(form: VoiceForm | undefined): DesignSave | undefined {
  if (!form) return undefined;
  const { candidateId, visibility } = form;
  const [name, description, language] = [form.name.trim(), form.description.trim(), form.language];
  return { candidateId, name, visibility, ...(description !== '' && { description }), ...(language !== '' && { language }) };
}

/** Why nothing more can be made of a design while another service is connected, in words. */
export function belongsElsewhere(record: DesignRecord, connectionId: string | undefined): string | undefined {
  const own = record.operation.connectionId;
  if (connectionId === undefined || own === connectionId) return undefined;
  return messages.design.otherConnection(own === 'local' ? messages.design.localService : own);
}
