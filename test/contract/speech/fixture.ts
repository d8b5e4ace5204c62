import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Slice } from '@tiptap/pm/model';
import { ReplaceStep } from '@tiptap/pm/transform';
import { ServiceAccount, type AccountKeeper } from '#main/paid-requests/account.ts';
import { createBatch } from '#main/paid-requests/budget/batch.ts';
import { createConnection, type ConnectionKeeper } from '#main/service-client/connection.ts';
import { checkReachable } from '#main/features/connections/check.ts';
import { createThrottle } from '#main/paid-requests/throttle.ts';
import { openLedger } from '#main/paid-requests/ledger/ledger.ts';
import type { Ledger } from '#main/paid-requests/ledger/types.ts';
import { openLibrary, type LibraryService } from '#main/library/library.ts';
import type { LocalServiceProcess } from '#main/infra/platform.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { sleepOnTimer } from '#main/service-client/exchange.ts';
import { Speech, type Ended } from '#main/features/speech/service.ts';
import type { Unsettled } from '#main/paid-requests/recovery.ts';
import { ServiceVoices, type VoiceDirectory } from '#main/features/voices/service.ts';
import { blocksOf, createDocument, documentFromJson, type BlockAttributes } from '#shared/narration/document.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Project } from '#shared/operations/project.ts';
import type { CallContext, Event } from '#shared/rpc.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { quickVoices } from '../../helpers/quick-voices.ts';

type Generation = Event<Operations['speech.generate']>;
type Steps = Parameters<LibraryService['services']['project.edit']>[0]['steps'];
type Settings = Partial<BlockAttributes>;

/** Milliseconds; a test has no use for more. */
const longestWait = 200;

interface FixtureService {
  baseUrl: string;
  apiKey: string;
  hosted?: boolean;
  start?: () => Promise<LocalServiceProcess>;
}

/** Main's speech side with its real library and ledger, on a profile of its own and against a service at an address. */
export class SpeechFixture {
  readonly directory: string;
  readonly log = quietLog();
  readonly unsettled: Unsettled[][] = [];
  /** As a window is told of them, by id. */
  readonly takes: ReadonlyMap<string, Take>;
  ended: readonly Ended[] = [];
  readonly library: LibraryService;
  readonly ledger: Ledger;
  readonly connection: ConnectionKeeper;
  readonly account: AccountKeeper;
  readonly voices: VoiceDirectory;
  readonly speech: Speech;
  readonly throttle = createThrottle({ now: Date.now, sleep: sleepOnTimer });
  /** Milliseconds that speech waited for, as they were asked for; a long one lasts a moment here. */
  readonly waits: number[] = [];
  #shut: Promise<void> | undefined;

  private constructor(
    parts: Pick<SpeechFixture, 'directory' | 'takes' | 'library' | 'ledger' | 'connection'> & { log: SpeechFixture['log'] },
  ) {
    this.directory = parts.directory;
    this.takes = parts.takes;
    this.library = parts.library;
    this.ledger = parts.ledger;
    this.connection = parts.connection;
    this.log = parts.log;
    const { library, ledger, connection, log } = parts;
    this.account = new ServiceAccount({ connection, log });
    this.voices = new ServiceVoices({ connection, log });
    const budget = { batch: () => createBatch(() => null) };
    const clock = {
      now: Date.now,
      sleep: (milliseconds: number, signal?: AbortSignal): Promise<void> => {
        this.waits.push(milliseconds);
        return sleepOnTimer(Math.min(milliseconds, longestWait), signal);
      },
    };
    const { account, voices, throttle } = this;
    const profileDirectory = join(this.directory, 'profile');
    this.speech = new Speech({ connection, ledger, library, log, account, voices, budget, profileDirectory, clock, throttle });
    this.speech.onUnsettled((operations, ended) => {
      this.unsettled.push(operations);
      this.ended = ended;
    });
  }

  static newDirectory(): string {
    return mkdtempSync(join(tmpdir(), 'voicewright-speech-'));
  }

  /** `hosted`: connected as an account's service is. `start`: starts a local service, instead of the one that runs. */
  static async open(service: FixtureService, directory = SpeechFixture.newDirectory()): Promise<SpeechFixture> {
    const log = quietLog();
    const profileDirectory = join(directory, 'profile');
    const projectsDirectory = join(directory, 'projects');
    for (const folder of [profileDirectory, projectsDirectory]) mkdirSync(folder, { recursive: true });
    const ledger = await openLedger({ profileDirectory, log });
    const connection = createConnection({
      platform: {
        // A stable name for the same service on another port after it was started again is what `local` is for.
        environment: service.hosted === true ? { baseUrl: service.baseUrl, apiKey: secret(service.apiKey) } : {},
        profileDirectory,
        startLocalService: () =>
          service.start?.() ??
          Promise.resolve({
            baseUrl: service.baseUrl,
            realtimeUrl: '',
            apiKey: secret(service.apiKey),
            exited: new Promise<string>(() => undefined),
            stop: () => Promise.resolve(),
          }),
      },
      log,
      ...(service.hosted === true && { check: checkReachable, sleep: (ms, signal) => sleepOnTimer(Math.min(ms, longestWait), signal) }),
    });
    const takes = new Map<string, Take>();
    const library = await openLibrary({
      onTake: (_projectId, take) => takes.set(take.id, take),
      profileDirectory,
      projectsDirectory,
      log,
      connectionId: () => connection.current().id,
      recent: { list: () => [], opened: () => undefined },
    });
    return new SpeechFixture({ directory, takes, library, ledger, connection, log });
  }

  /** A new project of these paragraphs, with a voice whose default model is asked for unless one is named. */
  async project(texts: readonly string[], modelId: string | null = null, settings: Settings = {}): Promise<Project> {
    const { services } = this.library;
    const project = await services['project.create']({ title: 'Test' }, context());
    const chapter = project.chapters[0]!;
    const old = documentFromJson(chapter.document);
    const step = new ReplaceStep(0, old.content.size, new Slice(createDocument(texts, settings).content, 0, 0));
    const steps = [step.toJSON()] as Steps;
    await services['project.edit']({ projectId: project.projectId, chapterId: chapter.id, version: chapter.version, steps }, context());
    const voiceId = await this.voiceFor(modelId ?? 'alpha-s21pro-flash');
    await services['project.update']({ projectId: project.projectId, voiceId, modelId }, context());
    return services['project.open']({ path: project.path }, context());
  }

  async voiceFor(modelId: string): Promise<string> {
    const { voices } = await this.voices.services['voices.list'](null, context());
    const voice = quickVoices(voices).find(
      (candidate) => candidate.modelIds.includes(modelId) && candidate.primaryLanguage.startsWith('en'),
    );
    if (voice === undefined) throw new Error(`No voice has ${modelId}.`);
    return voice.voiceId;
  }

  /** Generates, and keeps what was told; never throws. */
  generate(project: Project, blockIds = idsOf(project), controller = new AbortController(), onEvent?: (event: Generation) => void) {
    const events: Generation[] = [];
    const call = context(controller.signal, (event: Generation) => {
      events.push(event);
      onEvent?.(event);
    });
    const input = { projectId: project.projectId, chapterId: project.chapters[0]!.id, blockIds };
    return this.speech.services['speech.generate'](input, call).then(
      (out) => ({ events, out, thrown: undefined }),
      (thrown: unknown) => ({ events, out: undefined, thrown }),
    );
  }

  estimate(project: Project, blockIds = idsOf(project)) {
    const input = { projectId: project.projectId, chapterId: project.chapters[0]!.id, blockIds };
    return this.speech.services['speech.estimate'](input, context());
  }

  /** Ends everything; the folder stays for the next one that opens it. */
  shut(): Promise<void> {
    this.#shut ??= (async () => {
      await this.speech.close();
      await this.connection.close();
      await this.library.close();
      await this.ledger.close();
    })();
    return this.#shut;
  }

  async close(): Promise<void> {
    await this.shut();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export function idsOf(project: Project): string[] {
  return blocksOf(documentFromJson(project.chapters[0]!.document)).map((block) => block.attributes.id);
}

/** What handlers want besides their input. */
export function context(signal = new AbortController().signal, emit: (event: never) => void = () => undefined): CallContext<never> {
  const sends = (async function* () {
    // nothing is sent
  })();
  return { signal, emit, sends };
}
