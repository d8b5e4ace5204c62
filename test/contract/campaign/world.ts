import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Slice } from '@tiptap/pm/model';
import { ReplaceStep } from '@tiptap/pm/transform';
import type { LibraryService } from '#main/library/library.ts';
import { speechFamilies, type SpeechFamily } from '#shared/paid-work.ts';
import { createBlock, documentFromJson, schema } from '#shared/narration/document.ts';
import { mediaModelsPath } from '#shared/wire/media.ts';
import { speechPath } from '#shared/wire/speech.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { context } from '../speech/fixture.ts';
import { openWorkshop, startFileServer, videoOf } from '../local-service/media/media-support.ts';
import { allVoices, call } from '../local-service/support.ts';
import { quickVoices } from '../../helpers/quick-voices.ts';

/** What intents are made of; plain data, for a process of its own too. */
export interface Makings {
  voiceId: string;
  speaking: Record<SpeechFamily, { voiceId: string; modelId: string }>;
  imageModel: string;
  videoModel: string;
  videoUrl: string;
  audioUrl: string;
  recording: string;
}

/** The service that schedules run against, and the media that it fetches. Faults are set for all of a service, so schedules at once need one each. */
export interface World {
  service: LocalService;
  makings: Makings;
  /** Where its service has its files. */
  dataDirectory: string;
  close(): Promise<void>;
}

const speakingModels: Readonly<Record<SpeechFamily, string>> = {
  aligned: 'alpha-s21pro-flash',
  job: 'alpha-s2pro',
  speech: 'zeta-3.8-flash-lite-tts',
};

/** `directory`: where its service has its files. `isRecorded`: the service writes down what reaches it (`recording-service.ts`). */
export async function openWorld(directory = tmpdir(), isRecorded = false): Promise<World> {
  const [{ service, dataDirectory, close: closeService }, files, workshop] = await Promise.all([
    openService(directory, isRecorded),
    startFileServer(),
    openWorkshop(),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'voicewright-world-'));
  const voices = quickVoices(await allVoices(service));
  const voiceOf = (model: string): string => voices.find((voice) => voice.modelIds.includes(model))!.voiceId;
  const speaking = Object.fromEntries(
    speechFamilies.map((family) => [family, { voiceId: voiceOf(speakingModels[family]), modelId: speakingModels[family] }]),
  ) as Makings['speaking'];
  const said = await sayTest(service, speaking.aligned);
  const recording = join(folder, 'said.wav');
  writeFileSync(recording, said);
  const modelOf = async (type: string): Promise<string> => {
    const answer = await call(service, 'GET', `${mediaModelsPath}?mediaType=${type}`);
    return ((await answer.json()) as { models: { id: string }[] }).models[0]!.id;
  };
  const makings: Makings = {
    voiceId: speaking.aligned.voiceId,
    speaking,
    recording,
    imageModel: await modelOf('image'),
    videoModel: await modelOf('video'),
    videoUrl: files.serve('/one.mp4', await videoOf(workshop, 1)),
    audioUrl: files.serve('/said.wav', said),
  };
  await workshop.close();
  return {
    service,
    makings,
    dataDirectory,
    close: async () => {
      await Promise.all([closeService(), files.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Another service for the media and voices of a world: all local services have the same voices. It transcribes what it has spoken itself. */
export async function openWorldBeside({ makings }: World, directory = tmpdir(), isRecorded = false): Promise<World> {
  const world = { makings, ...(await openService(directory, isRecorded)) };
  await sayTest(world.service, makings.speaking.aligned);
  return world;
}

async function sayTest(service: LocalService, voice: Makings['speaking'][SpeechFamily]): Promise<Uint8Array> {
  const body = { text: 'Good morning. This is a test.', ...voice, format: 'wav' };
  return new Uint8Array(await (await call(service, 'POST', speechPath, { body })).arrayBuffer());
}

async function openService(directory: string, isRecorded: boolean): Promise<Omit<World, 'makings'>> {
  const dataDirectory = mkdtempSync(join(directory, 'voicewright-service-'));
  const recorder = fileURLToPath(new URL('recording-service.ts', import.meta.url));
  const service = await startLocalService({ dataDirectory, ...(isRecorded && { program: recorder }) });
  return {
    ...{ service, dataDirectory },
    close: async () => {
      await service.stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** A project whose blocks are each spoken by one of the families of speech. */
export interface Script {
  path: string;
  projectId: string;
  chapterId: string;
  /** Taken from, so that no block is asked for by two intents. */
  blocks: Record<SpeechFamily, string[]>;
}

export async function writeScript(library: LibraryService, makings: Makings, blocksEach: number): Promise<Script> {
  const project = await library.services['project.create']({ title: 'Campaign' }, context());
  const chapter = project.chapters[0]!;
  const blocks = { aligned: [], speech: [], job: [] } as Script['blocks'];
  const nodes = speechFamilies.flatMap((family) =>
    Array.from({ length: blocksEach }, (_, index) => {
      const node = createBlock(`Hi ${10 + index} ${family}.`, makings.speaking[family]);
      blocks[family].push(String(node.attrs['id']));
      return node;
    }),
  );
  const document = schema.node('doc', null, nodes);
  const step = new ReplaceStep(0, documentFromJson(chapter.document).content.size, new Slice(document.content, 0, 0));
  const { projectId, path } = project;
  const steps = [step.toJSON()] as Parameters<LibraryService['services']['project.edit']>[0]['steps'];
  await library.services['project.edit']({ projectId, chapterId: chapter.id, version: chapter.version, steps }, context());
  return { path, projectId, chapterId: chapter.id, blocks };
}
