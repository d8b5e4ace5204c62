import type { Consent } from '#shared/clone/consent.ts';
import { formProblems } from '#shared/clone/files.ts';
import { chooseForm, type CloneForm, type Recording } from '#shared/clone/recordings.ts';
import { findUnconfirmedSpeakers, formatOtherSpeaker } from '#shared/clone/speakers.ts';
import { fail, toFailure } from '#shared/failure.ts';
import { message, type Message } from '#shared/messages/message.ts';
import type { cloneOperations } from '#shared/operations/clone.ts';
import type { Services } from '#shared/operations/index.ts';
import type { Event, Out } from '#shared/rpc.ts';
import { cloneLimits } from '#shared/wire/voice-creation.ts';
import { internalCall } from '../../infra/internal-call.ts';
import type { Log } from '../../infra/platform.ts';
import type { CloneOrder, PersonalVoices } from '../voices/personal.ts';
import type { Recordings } from './recordings.ts';

/** What sends a clone, and what ends its upload. */
export type ClonePaidWork = Pick<PersonalVoices, 'clone'> & { services: Pick<Services, 'jobs.stopWaiting'> };

type Emit = (event: Event<(typeof cloneOperations)['clone.send']>) => void;
interface SendCall {
  signal: AbortSignal;
  emit: Emit;
}
type Made = Out<(typeof cloneOperations)['clone.send']>;

/** Makes one voice of the draft and its recordings; one request at a time. */
export class CloneSender {
  readonly #recordings: Pick<Recordings, 'settled' | 'change' | 'fileToSend'>;
  readonly #paidWork: ClonePaidWork;
  readonly #log: Log;
  #isSending = false;

  constructor(recordings: Pick<Recordings, 'settled' | 'change' | 'fileToSend'>, paidWork: ClonePaidWork, log: Log) {
    this.#recordings = recordings;
    this.#paidWork = paidWork;
    this.#log = log;
  }

  /** Charged. Fails with `conflict` while another is sent, and with `invalid-input` that names the field of what may not be sent. */
  async send(exampleId: string | undefined, signal: AbortSignal, emit: Emit): Promise<Made> {
    if (this.#isSending) throw fail('conflict', message('clone.alreadySending'));
    this.#isSending = true;
    try {
      const { form, recordings } = await this.#recordings.settled();
      const isExample = recordings.every(({ id }) => id === exampleId);
      check(form, recordings, isExample);
      return await this.#sendFiles(form, recordings, isExample ? 'example' : 'confirmed', { signal, emit });
    } finally {
      this.#isSending = false;
    }
  }

  async #sendFiles(form: CloneForm, recordings: readonly Recording[], consent: Consent, { signal, emit }: SendCall): Promise<Made> {
    const files = [];
    try {
      for (const recording of recordings) {
        emit({ type: 'preparing', recordingId: recording.id });
        signal.throwIfAborted();
        files.push(await this.#recordings.fileToSend(recording));
      }
      const made = await this.#sendOrder({ ...toOrder(form, files), consent }, signal, emit);
      await this.#recordings.change({ made });
      return made;
    } finally {
      for (const file of files) await file.done();
    }
  }

  async #sendOrder(order: CloneOrder, signal: AbortSignal, emit: Emit): Promise<Made> {
    // A person who stops wants the upload to end, not only to look away from it; what is over has no upload any more.
    const over = new AbortController();
    try {
      const { value, charge } = await this.#paidWork.clone(order, signal, {
        begun: (operationId) => {
          emit({ type: 'begun', operationId });
          signal.addEventListener('abort', () => this.#stopUpload(operationId), { once: true, signal: over.signal });
        },
        sent: (bytes, total) => emit({ type: 'sent', bytes, total }),
      });
      return { voiceId: value, name: order.name.trim(), ...(charge && { charge }) };
    } finally {
      over.abort();
    }
  }

  #stopUpload(operationId: string): void {
    const call = internalCall(new AbortController().signal);
    this.#paidWork.services['jobs.stopWaiting']({ operationId }, call).catch((thrown: unknown) =>
      this.#log.warn('an upload could not be stopped', { kind: toFailure(thrown).kind }),
    );
  }
}

/** What may not be sent is caught here, and named. */
function check(form: CloneForm, listed: readonly Recording[], isExample: boolean): void {
  const wrong = (field: string, why: Message): Error => fail('invalid-input', why, { field });
  const [problem] = Object.entries(formProblems(form));
  if (problem) throw wrong(problem[0], problem[1]);
  if (listed.length === 0) throw wrong('recordings', message('clone.needsARecording'));
  if (listed.length > cloneLimits.files) throw wrong('recordings', message('clone.atMostRecordings', cloneLimits.files));
  for (const [index, recording] of listed.entries()) {
    const field = `recordings.${index}`;
    if (recording.state === 'arriving') throw wrong(field, message('clone.stillOpening', recording.name));
    if (recording.state === 'failed') throw wrong(field, message('clone.recordingUnusable', recording.name));
    if (chooseForm(recording) === undefined) throw wrong(field, message('clone.cannotBeSent', recording.name));
  }
  const [other] = findUnconfirmedSpeakers(listed, form.samePerson);
  if (other !== undefined)
    throw wrong(`recordings.${listed.indexOf(other.recording)}`, message('clone.removeOrConfirmSpeaker', formatOtherSpeaker(other)));
  if (!form.consent && !isExample) throw wrong('consent', message('clone.consentMissing'));
}

function toOrder(form: CloneForm, files: CloneOrder['files']): Omit<CloneOrder, 'consent'> {
  const description = form.description.trim();
  const referenceText = form.referenceText.trim();
  return {
    name: form.name,
    visibility: form.visibility,
    files,
    ...(description !== '' && { description }),
    ...(referenceText !== '' && { referenceText }),
    ...(form.languages.length > 0 && { languages: form.languages }),
  };
}
