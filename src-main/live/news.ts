import type { LiveEvent } from '#shared/live.ts';
import type { ServerEvent } from '../service/realtime/codec.ts';

/** What a window is told when a request begins, or goes on over another connection. */
export function readyNews(operationId: string, event: Extract<ServerEvent, { event: 'ready' }>): Extract<LiveEvent, { type: 'ready' }> {
  const { requestId, sessionId, provider, modelId, voiceId, format, sampleRate, channels, bitDepth } = event;
  const pcm = sampleRate === undefined ? undefined : { sampleRate, channels: channels ?? 1, bitDepth: bitDepth ?? 16 };
  return {
    ...{ type: 'ready', operationId, requestId, sessionId, provider, modelId, voiceId, format },
    ...(pcm !== undefined && { pcm }),
    ...(event.effectiveRequest !== undefined && { effectiveRequest: event.effectiveRequest }),
    warnings: (event.warnings ?? []).map(({ code, message, path }) => ({ code, message, ...(path !== undefined && { path }) })),
  };
}
