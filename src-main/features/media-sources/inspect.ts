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
export async function factsOf(source: Source, kind: SourceKind): Promise<SourceFacts> {
  const input = new Input({ source, formats });
  try {
    if (!(await input.canRead())) throw wrong('it is no media file of a kind that can be read');
    if ((await input.getTracks()).length === 0) throw wrong('the file is damaged: it holds nothing');
    const [video, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
    const track = kind === 'video' ? video : sound;
    if (track === null) throw wrong(kind === 'video' ? 'the file holds no pictures' : 'the file holds no sound');
    if ((await track.getCodec()) === null) throw wrong(`its ${kind} is of a codec that is not known`);
    const seconds = await secondsOf(track);
    if (!(seconds > 0)) throw wrong('it has no length');
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

const wrong = (message: string): SourceError => new SourceError('inspect', message, true);

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
