import { fail, FailureError } from '#shared/failure.ts';
import { message, type Message } from '#shared/messages/message.ts';
import { serviceInUse } from '#shared/operations/connections.ts';
import type { Services } from '#shared/operations/index.ts';
import { addedLimits, type AddModelRequest, type Refusal } from '#shared/wire/added-models.ts';
import { localTarget, type ConnectionKeeper } from '../../service-client/connection.ts';
import type { AddedModelsResource } from '../../service-client/resources/added-models.ts';
import type { VoiceDirectory } from '../voices/service.ts';

interface Options {
  connection: Pick<ConnectionKeeper, 'current' | 'ready'>;
  voices: Pick<VoiceDirectory, 'changed'>;
  /** `undefined` for a file that is not there any more. */
  uploadPath: (uploadId: string) => string | undefined;
}

/** Adds voices and recognisers of the person's own to the local service, and takes them out again. */
export function createLocalVoices({
  connection,
  voices,
  uploadPath,
}: Options): Pick<Services, 'localVoices.list' | 'localVoices.add' | 'localVoices.remove' | 'localVoices.restore'> {
  const added = async (signal?: AbortSignal): Promise<AddedModelsResource> => {
    if (serviceInUse(connection.current()).id !== localTarget.id) throw fail('conflict', message('localVoices.otherServiceInUse'));
    return (await connection.ready(signal)).addedModels;
  };
  return {
    'localVoices.list': async (_input, { signal }) => {
      const { models, package: modelPackage } = await (await added(signal)).list(signal);
      return { voices: models, package: modelPackage };
    },
    'localVoices.add': async ({ name, files }, { signal }) => {
      const given = files.map((file) => ({ name: file.name, path: uploaded(uploadPath(file.uploadId)) }));
      const model = await addLocalVoice(await added(signal), { name, files: given }, signal);
      await voices.changed({ made: model.id, ...(model.voices === 1 && { name: model.name }) });
      return model;
    },
    'localVoices.remove': async ({ id }, { signal }) => {
      await withoutCharge(async () => (await added(signal)).remove(id));
      await voices.changed({ deleted: id });
      return null;
    },
    'localVoices.restore': async ({ id }, { signal }) => {
      await withoutCharge(async () => (await added(signal)).restore(id));
      await voices.changed({ made: id });
      return null;
    },
  };
}

/** Adds a voice of files of this machine. Fails with why they are no voice. */
export async function addLocalVoice(added: AddedModelsResource, request: AddModelRequest, signal?: AbortSignal) {
  const answer = await withoutCharge(() => added.add(request, signal));
  if ('added' in answer) return answer.added;
  throw fail('unprocessable', describeRefusal(answer.refused, request.name), { next: 'none', field: 'files' });
}

function describeRefusal({ reason, about, file }: Refusal, name: string): Message {
  const named = about ?? name;
  switch (reason) {
    case 'unknown':
      return message('localVoices.unknown', named);
    case 'files-missing':
      return message('localVoices.filesMissing', name, named);
    case 'fields-missing':
      return message('localVoices.fieldsMissing', file ?? name, named);
    case 'unsupported':
      return message('localVoices.unsupported', file ?? name, named);
    case 'unsupported-recogniser':
      return message('localVoices.unsupportedRecognizer', file ?? name, named);
    case 'several':
      return message('localVoices.several', named);
    case 'no-package':
      return message('localVoices.noPackage', named);
    case 'package-fails':
      return message('localVoices.packageFails', named);
    case 'disk-full':
      return message('localVoices.diskFull');
    case 'too-large':
      return /\.flitevox$/iu.test(named)
        ? message('localVoices.tooLarge', named, addedLimits.fliteBytes / 1024 ** 2)
        : message('localVoices.folderTooLarge', addedLimits.folderBytes / 1024 ** 3);
    case 'damaged':
      return message('localVoices.damaged', named);
    case 'language':
      return message('localVoices.otherLanguage', named);
    case 'twice':
      return message('localVoices.twice', named);
    case 'too-many':
      return message('localVoices.tooMany', addedLimits.models);
    case 'unreadable-file':
      return message('localVoices.unreadable', named);
  }
}

function uploaded(path: string | undefined): string {
  if (path === undefined) throw fail('not-found', message('localVoices.filesGone'), { field: 'files', next: 'choose-file' });
  return path;
}

/** Nothing of this is ever charged, also where nobody knows how it ended. */
export async function withoutCharge<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof FailureError)) throw thrown;
    throw new FailureError({ ...thrown.failure, charged: 'no' }, { cause: thrown });
  }
}
