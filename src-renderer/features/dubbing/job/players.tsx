import { forecastOf, useDubbing } from '../stores.ts';
import { resultOf, readFacts } from '../../../core/media-jobs/media-jobs.ts';
import { playedUrl, secondsOf, useSources } from '../../../core/sources/sources.ts';
import { SourceStage } from '../../../core/sources/source-zone.tsx';
import { VideoPlayers, type Played } from '../../../core/player/video-players.tsx';
import { Script } from './script.tsx';
import { useSpoken } from './use-spoken.ts';
import { messages } from '#shared/messages/index.ts';

/** The open dubbing beside its video, else the video that stands in the form; below them what is said, by its times. */
export function Players() {
  const open = useDubbing((state) => state.open);
  const salvaged = useDubbing((state) => state.salvaged);
  const source = useSources((state) => state.slots['dubbing.video'].source);
  const said = useSaid();
  const result = open && (resultOf(open.operation) ?? (salvaged && resultOf(salvaged)));
  const known =
    open?.result?.state === 'known' ? open.result.facts : source?.inspected.state === 'known' ? source.inspected.facts : undefined;
  const gone = messages.dubbing.mediaMissing;
  const items: Played[] = [
    {
      id: 'source',
      name: messages.dubbing.source,
      kind: 'video',
      url: open ? (open.videoUrl ?? undefined) : playedUrl(source),
      empty: gone,
      ...(!open && { zone: <SourceStage slot="dubbing.video" name={messages.dubbing.dropVideo} /> }),
    },
  ];
  if (open)
    items.push({
      id: 'result',
      name: messages.dubbing.result,
      kind: 'video',
      url: result?.url,
      empty: open.operation.state === 'failed' ? messages.dubbing.nothingGenerated : messages.dubbing.resultPlaceholder,
    });
  return (
    <VideoPlayers
      key={open?.operation.operationId ?? 'form'}
      name={messages.dubbing.players}
      items={items}
      frameRate={known?.picture?.frameRate ?? null}
      prefer="result"
      below={(players) => said && <Script {...said} players={players} />}
    />
  );
}

/** What is said and for how long: of the open dubbing as the service reported it, of the form as it is expected. */
function useSaid(): { text: string; seconds: number; isMade: boolean; video: number | undefined } | undefined {
  const open = useDubbing((state) => state.open);
  const draft = useDubbing((state) => state.draft);
  const spoken = useSpoken();
  const given = useSources((state) => secondsOf(state.slots['dubbing.video']));
  if (open) {
    const { audio, video } = readFacts(open.operation);
    const seconds = audio ?? (open.result?.state === 'known' ? open.result.facts.seconds : undefined);
    const text = open.order?.text;
    if (seconds === undefined || typeof text !== 'string') return undefined;
    return { text, seconds, isMade: true, video: video ?? undefined };
  }
  const forecast = forecastOf(draft, given, spoken);
  if (!forecast) return undefined;
  const isFitted = draft.fit && forecast.fit !== undefined && ['fits', 'near'].includes(forecast.fit.verdict);
  const seconds = isFitted ? (forecast.video ?? forecast.speech) : forecast.speech;
  return { text: draft.text, seconds, isMade: false, video: forecast.video };
}
