import type { LiveEvent } from '#shared/live.ts';
import type { ReadyEvent, ServiceWarning } from '../../service-client/realtime/server-events.ts';
import type { LiveRequest } from './request.ts';

type Ready = Extract<LiveEvent, { type: 'ready' }>;

/** What a window shows when a request begins, or goes on over another connection; what the service leaves out is as it was asked for. */
export function readyEvent(live: Pick<LiveRequest, 'plan' | 'clean'>, event: ReadyEvent): Ready {
  const { plan } = live;
  const { operationId, request } = plan;
  const { sessionId, provider, pcm, effectiveRequest } = event;
  return {
    type: 'ready',
    operationId,
    requestId: event.requestId ?? plan.requestId,
    modelId: event.modelId ?? request.modelId,
    voiceId: event.voiceId ?? request.voiceId,
    format: event.format ?? request.format,
    ...(sessionId !== undefined && { sessionId }),
    ...(provider !== undefined && { provider }),
    ...(pcm !== undefined && { pcm }),
    ...(effectiveRequest !== undefined && { effectiveRequest }),
    warnings: event.warnings.map((warning) => cleanWarning(live, warning)),
  };
}

/** Without the key, whatever the service says back. */
export function cleanWarning(live: Pick<LiveRequest, 'clean'>, { code, message, path }: ServiceWarning): ServiceWarning {
  return { code: live.clean(code), message: live.clean(message), ...(path !== undefined && { path: live.clean(path) }) };
}
