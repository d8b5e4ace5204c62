import {
  ADTS,
  CustomSource,
  FilePathSource,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
  type InputAudioTrack,
  type InputVideoTrack,
  type Source,
} from 'mediabunny';
import type { SourceFacts, SourceKind } from '#shared/operations/sources.ts';
import { SourceError, type RemoteFile } from './remote.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** No playlists among them: those would fetch more addresses. */
const formats = [MP4, QTFF, MATROSKA, WEBM, MP3, OGG, WAVE, FLAC, ADTS];

export const sourceOfFile = (path: string): Source => new FilePathSource(path);

/** What its reading fails with is kept in `thrown`: the reader has errors of its own. */
export function sourceOfRemote(file: RemoteFile, thrown: { error?: unknown }): Source {
  const noted = (error: unknown): never => {
    thrown.error = error;
    throw error;
  };
  return new CustomSource({
    getSize: () => file.bytes,
    read: (start, end) => file.read(start, end).catch(noted),
    prefetchProfile: 'network',
    handleUnhandledError: (error) => {
      thrown.error ??= error;
    },
  });
}

/** What a file holds, by its content and never by its name. Throws {@link SourceError} for what is no media of the kind that is wanted. */
export async function readFacts(source: Source, kind: SourceKind): Promise<SourceFacts> {
  const input = new Input({ source, formats });
  try {
    if (!(await input.canRead())) throw wrong(message('sources.notMedia'));
    if ((await input.getTracks()).length === 0) throw wrong(message('sources.holdsNothing'));
    const [video, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
    const track = kind === 'video' ? video : sound;
    if (track === null) throw wrong(kind === 'video' ? message('sources.holdsNoPictures') : message('sources.holdsNoSound'));
    if ((await track.getCodec()) === null) throw wrong(message('sources.unknownCodec', kind));
    const seconds = await secondsOf(track);
    if (!(seconds > 0)) throw wrong(message('sources.noLength'));
    return {
      bytes: await source.getSize(),
      seconds,
      format: (await input.getFormat()).name,
      hasSound: sound !== null,
      picture:
        video === null
          ? null
          : {
              width: await video.getDisplayWidth(),
              height: await video.getDisplayHeight(),
              rotation: await video.getRotation(),
              ...(await rateOf(video)),
              codec: await video.getCodec(),
            },
    };
  } finally {
    input.dispose();
  }
}

const wrong = (why: Message): SourceError => new SourceError('inspect', why, true);

/** From its first to the end of its last packet, as services measure it. */
async function secondsOf(track: InputVideoTrack | InputAudioTrack): Promise<number> {
  const seconds = (await track.computeDuration()) - Math.max(0, await track.getFirstTimestamp());
  return Math.round(seconds * 1000) / 1000;
}

async function rateOf(track: InputVideoTrack): Promise<{ frameRate: number | null; variable: boolean }> {
  const { bestGuessFrameRate, frameRateIsConstant } = await track.computeFrameRateMetrics();
  const known = Number.isFinite(bestGuessFrameRate) && bestGuessFrameRate > 0;
  return { frameRate: known ? Math.round(bestGuessFrameRate * 1000) / 1000 : null, variable: !frameRateIsConstant };
}
