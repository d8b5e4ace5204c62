import { Readable } from 'node:stream';
import { Option, type Command } from 'commander';
import { FailureError, toFailure, type Failure, fail } from '#shared/failure.ts';
import { liveInput, type LiveEvent, type LiveInput, type LiveKept, type LiveSend } from '#shared/live.ts';
import {
  defaultRealtimeModel,
  realtimeFormats,
  realtimeModes,
  realtimeVersions,
  type RealtimeMode,
  type RealtimeVersion,
} from '#shared/wire/realtime.ts';
import { boundsOfSession, readLiveCapabilities } from '../../features/live/capabilities.ts';
import { withLength } from '../../features/live/save.ts';
import { answeringModel } from '../../features/voices/service.ts';
import { readVoice } from '../../features/voices/single.ts';
import { readSpokenText, withSpeech, type SpeechOptions } from './input.ts';
import { usageError, type Output } from './output.ts';
import { readInput, tracing, withPart } from './paid.ts';
import { phrasesOf } from './phrases.ts';
import type { Runner, Work } from './run.ts';
import type { Session } from './session.ts';
import { checkOut, openSoundFile, type SoundFile } from './sound-file.ts';
import { messages } from '#shared/messages/index.ts';
import { message, formatValue, type Message } from '#shared/messages/message.ts';

interface LiveOptions extends SpeechOptions {
  out: string;
  mode: RealtimeMode;
  realtimeVersion: RealtimeVersion;
}

/** Phrases that are on their way to the service or wait for it; standard input is not read beyond them. */
const ahead = 8;

/** `live`: what comes on standard input is spoken line by line while it comes, and its sound written as it arrives. */
export function liveCommand(program: Command, run: Runner): void {
  withSpeech(program.command('live').description(messages.cli.live.liveCommand), realtimeFormats.join(', '))
    .requiredOption('--out <file>', messages.cli.options.soundAsItArrives)
    .addOption(new Option('--mode <mode>', messages.cli.live.modeOption).choices([...realtimeModes]).default('reliable'))
    .addOption(
      new Option('--realtime-version <version>', messages.cli.live.realtimeVersionOption).choices([...realtimeVersions]).default('v3'),
    )
    .action(
      run.action<LiveOptions>(async (work, options) => {
        await checkOut(options.out, work);
        if (options.text !== undefined && options.file !== undefined) throw usageError(message('cli.input.twoTexts'), '--text');
        const { format = 'mp3', speed, volume, pitch, stability, similarity, language, emotion, instruction: instructions } = options;
        const given = { speed, volume, pitch, stability, similarity, language, emotion, instructions };
        const set = Object.entries(given).filter(([, value]) => value !== undefined);
        // Version 2 counts volume in decibels only in this profile, and leaves out what the model lacks.
        const isProfiled = options.realtimeVersion === 'v2' && set.length > 0;
        const controls = { ...Object.fromEntries(set), ...(isProfiled && { parameterProfile: 'product_v1' }) };
        const wanted = {
          version: options.realtimeVersion,
          mode: options.mode,
          voiceId: options.voice,
          format,
          controls,
          acknowledges: true,
        };
        const checked = readInput(liveInput.omit({ modelId: true }), wanted, { voiceId: '--voice', controls: messages.cli.live.controls });
        const session = await work.session();
        const modelOf = async () => answeringModel(await readVoice(session.client, options.voice, undefined, work.signal), null);
        const modelId = options.model ?? (await modelOf()) ?? defaultRealtimeModel;
        await speak(work, session, { ...checked, modelId }, options);
      }),
    );
}

async function speak(work: Work, session: Session, input: LiveInput, options: LiveOptions): Promise<void> {
  const { output, signal } = work;
  const { modelId } = input;
  const capabilities = await readLiveCapabilities(session.client, input.version, session.log, signal);
  const longest = boundsOfSession(capabilities, input).segmentCharacters;
  const text = options.text !== undefined || options.file !== undefined ? await readSpokenText(options, work.stdin, signal) : undefined;
  if (text === undefined && work.stdin.isTTY) output.note(messages.cli.live.typeLines);

  const file = await openSoundFile(options.out, work);
  const sound = new LiveSound(file, output);
  const sends = new Sends();
  sound.onTaken = (bytes) => sends.push({ type: 'heard', bytes });
  const stopped = new AbortController();
  const either = AbortSignal.any([signal, stopped.signal]);
  const emit = (event: LiveEvent): void => {
    if (event.type === 'sent' || event.type === 'refused') sends.left();
    sound.take(event);
    if (sound.failed !== undefined) stopped.abort();
  };
  const feeding = feed(text === undefined ? work.stdin : Readable.from([Buffer.from(text)]), longest, sends, either).catch(
    (thrown: unknown) => {
      stopped.abort(thrown);
      throw thrown;
    },
  );
  let requests: LiveKept[] = [];
  try {
    const speaking = session.live().services['live.speak'](input, { sends, emit, signal: either });
    try {
      ({ requests } = await tracing(session, `realtime-${input.mode}`, '', () => speaking));
    } finally {
      sends.end();
      stopped.abort();
      work.stdin.destroy();
      const fed = await feeding.catch((thrown: unknown) => thrown);
      await sound.settled();
      // What kept the text from being read is why the session was stopped.
      if (fed instanceof FailureError && fed.failure.kind === 'invalid-input') throw fed;
    }
    if (sound.failed !== undefined) throw sound.failed;
    if (requests.length === 0 && !signal.aborted) throw usageError(message('cli.input.textMissing'), '--text');
    if (sound.trouble !== undefined) throw new FailureError(sound.trouble);
    await sound.complete();
  } catch (thrown) {
    const part = await file.keepPart();
    const failure = toFailure(thrown);
    throw new FailureError(part === undefined ? failure : withPart(failure, part), { cause: thrown });
  }
  if (options.out === '-') return;
  const units = requests.reduce((sum, one) => sum + one.units, 0);
  const value = { out: options.out, bytes: sound.bytes, modelId, units, requests };
  await output.result(value, [
    [options.out, messages.cli.output.bytes(sound.bytes), messages.cli.output.charactersSpoken(units)].join('\t'),
  ]);
}

/** Says what comes, phrase by phrase, no further ahead than is allowed. */
async function feed(source: Readable, longest: number, sends: Sends, signal: AbortSignal): Promise<void> {
  let number = 0;
  for await (const text of phrasesOf(source, longest, signal)) {
    await sends.room(signal);
    if (signal.aborted) return;
    sends.say({ type: 'say', id: `p${++number}`, text });
  }
  sends.push({ type: 'finish' });
}

/** What is said to a session, in its order; the service's pace is that of the speaker. */
class Sends implements AsyncIterable<LiveSend> {
  readonly #waiting: LiveSend[] = [];
  #ahead = 0;
  #ended = false;
  #wake: (() => void)[] = [];

  push(send: LiveSend): void {
    this.#waiting.push(send);
    this.#change();
  }
  say(send: LiveSend): void {
    this.#ahead++;
    this.push(send);
  }
  /** A phrase is on its way. */
  left(): void {
    this.#ahead--;
    this.#change();
  }
  async room(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#change(), { once: true });
    while (this.#ahead >= ahead && !signal.aborted) await new Promise<void>((resolve) => this.#wake.push(resolve));
  }
  end(): void {
    this.#ended = true;
    this.#change();
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<LiveSend, void, undefined> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }
  #change(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}

/** The session's sound on its way to where it is kept, and what was amiss with it. */
class LiveSound {
  readonly #file: SoundFile;
  readonly #output: Output;
  #tail: Promise<void> = Promise.resolve();
  #header: Uint8Array | undefined;
  bytes = 0;
  failed: FailureError | undefined;
  /** Something of the sound is missing, or was never spoken. */
  trouble: Failure | undefined;
  /** Called with how many bytes of sound were written. */
  onTaken: (bytes: number) => void = () => undefined;

  constructor(file: SoundFile, output: Output) {
    this.#file = file;
    this.#output = output;
  }

  take(event: LiveEvent): void {
    if (event.type === 'header') {
      // Each request begins with one; the file has one.
      this.#write(event.bytes, this.#header !== undefined);
      this.#header ??= event.bytes;
    } else if (event.type === 'audio') this.#write(event.bytes, false);
    else if (event.type === 'gap') this.#lost(message('cli.live.bytesMissing', event.missingBytes, event.id));
    else if (event.type === 'completed' && !event.whole) this.#lost(message('cli.live.incomplete', event.id));
    else if (event.type === 'refused') this.trouble ??= event.failure;
    else if (event.type === 'warning') this.#warn(event);
    else if (event.type === 'ready') event.warnings.forEach((warning) => this.#warn(warning));
    else if (event.type === 'state' && event.state === 'reconnecting') this.#output.progress(messages.cli.live.reconnecting);
  }

  /** The length of a WAV is known only now. */
  async complete(): Promise<void> {
    if (this.#header !== undefined) await this.#file.front(withLength(this.#header, this.bytes - this.#header.byteLength));
    await this.#file.complete();
  }
  settled(): Promise<void> {
    return this.#tail;
  }

  #warn(warning: { code: string; message: string | Message }): void {
    this.#output.note([warning.code, formatValue(warning.message)].filter((text) => text !== '').join(': '));
  }

  #lost(why: Message): void {
    this.trouble ??= fail('stream-interrupted', why, { charged: 'unknown' }).failure;
  }

  #taken = 0;
  #write(bytes: Uint8Array, drop: boolean): void {
    this.#tail = this.#tail.then(async () => {
      if (this.failed !== undefined) return;
      try {
        if (!drop) {
          await this.#file.write(bytes);
          this.bytes += bytes.byteLength;
        }
        this.#taken += bytes.byteLength;
        this.#output.progress(`${Math.round(this.bytes / 1024)} KiB`);
        this.onTaken(this.#taken);
      } catch (thrown) {
        this.failed = new FailureError({ ...toFailure(thrown), charged: 'yes' }, { cause: thrown });
      }
    });
  }
}
