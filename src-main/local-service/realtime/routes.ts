import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { codes, contentTypes } from '#shared/wire/common.ts';
import {
  frozenLivePath,
  livePaths,
  realtimeFormats,
  realtimeLimits,
  realtimeModes,
  realtimeVersions,
  subprotocols,
  type RealtimeVersion,
} from '#shared/wire/realtime.ts';
import {
  idInPath,
  realtimeCapabilitiesV2,
  realtimeCapabilitiesV3,
  realtimeHelperPaths,
  requestStatusV2,
  requestStatusV3,
  ticketRequest,
  ticketV2,
  ticketV3,
  type RealtimeCapabilities,
} from '#shared/wire/realtime-helpers.ts';
import { startRequestV3 } from '#shared/wire/realtime-v3.ts';
import { snakeNames } from '#shared/wire/realtime-spelling.ts';
import { type Account } from '../accounts/accounts.ts';
import { type App } from '../http/environment.ts';
import { bearer, json, responses } from '../http/openapi.ts';
import { notFound, ServiceError } from '../http/service-error.ts';
import { type Service } from '../service.ts';
import { wavHeader } from '../sound/encode.ts';
import { models } from '../speech/models.ts';
import { formatsOf, parametersOf, type Range } from './plan.ts';
import { spelled } from './read-event.ts';
import { frozen } from './upgrade.ts';

const ticketBody = { body: { required: true, content: { 'application/json': { schema: ticketRequest } } } };

/** Realtime helpers over HTTP (interface, "Realtime helper HTTP endpoints"), and what the live paths answer without an upgrade. */
export function realtimeRoutes(app: App, service: Service): void {
  capabilityRoutes(app);
  requestRoutes(app, service);
  ticketRoutes(app, service);
  livePathRoutes(app);
}

function capabilityRoutes(app: App): void {
  app.openapi(
    createRoute(described('get', realtimeHelperPaths.capabilitiesV2, 'Realtime capabilities, version 2', realtimeCapabilitiesV2)),
    (c) => c.json(snakeNames(capabilitiesOf('v2'))),
  );
  app.openapi(
    createRoute(described('get', realtimeHelperPaths.capabilitiesV3, 'Realtime capabilities, version 3', realtimeCapabilitiesV3)),
    (c) => c.json(capabilitiesOf('v3')),
  );
}

function requestRoutes(app: App, service: Service): void {
  const { requests } = service.realtime;
  const statusOf = (account: Account, id: string) => {
    const status = requests.status(account, id);
    if (status === undefined) throw notFound('There is no such request');
    return status;
  };
  app.openapi(
    createRoute({
      ...described('get', realtimeHelperPaths.requestV2, 'State of a realtime request, version 2', requestStatusV2),
      request: { params: z.object({ request_id: idInPath }) },
    }),
    (c) => c.json(snakeNames(statusOf(c.get('account'), c.req.valid('param').request_id))),
  );
  app.openapi(
    createRoute({
      ...described('get', realtimeHelperPaths.requestV3, 'State of a realtime request, version 3', requestStatusV3),
      request: { params: z.object({ requestId: idInPath }) },
    }),
    (c) => c.json(statusOf(c.get('account'), c.req.valid('param').requestId)),
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: realtimeHelperPaths.segmentAudioV3,
      summary: 'Stored audio of a completed segment',
      security: bearer,
      request: { params: z.object({ requestId: idInPath, segmentId: idInPath }) },
      responses: responses(
        {
          200: {
            description: 'Audio',
            content: Object.fromEntries(
              realtimeFormats.map((format) => [contentTypes[format], { schema: z.string().meta({ format: 'binary' }) }]),
            ),
          },
        },
        [401, 404],
      ),
    }),
    (c) => {
      const { requestId, segmentId } = c.req.valid('param');
      const found = requests.find(c.get('account'), requestId);
      const segment = found && statusOf(c.get('account'), requestId).segments.find((one) => one.segmentId === segmentId);
      if (found === undefined || segment?.stored !== true) throw notFound('There is no stored audio of such a segment');
      const parts = [...requests.audio(found.number, segment.index)];
      const bytes = Buffer.concat(found.format === 'wav' ? [wavHeader(segment.audioBytes), ...parts] : parts);
      return new Response(bytes, {
        headers: {
          'Content-Type': contentTypes[found.format as (typeof realtimeFormats)[number]],
          'Content-Length': String(bytes.length),
          'Cache-Control': 'no-store',
        },
      });
    },
  );
}

function ticketRoutes(app: App, service: Service): void {
  const { tickets } = service.realtime;
  app.openapi(
    createRoute({
      ...described('post', realtimeHelperPaths.ticketsV2, 'A one-time browser ticket, version 2', ticketV2),
      request: ticketBody,
    }),
    (c) => {
      const { origin } = c.req.valid('json');
      const { ticket, expiresAt } = tickets.issue(c.get('account'), origin, c.env.incoming.headers.host ?? '');
      return c.json({ ticket, origin, expires_at: expiresAt }, 200, { 'Cache-Control': 'no-store' });
    },
  );
  app.openapi(
    createRoute({
      ...described('post', realtimeHelperPaths.ticketsV3, 'A one-time browser ticket, version 3', ticketV3),
      request: ticketBody,
    }),
    (c) => {
      const { origin } = c.req.valid('json');
      const host = c.env.incoming.headers.host ?? '';
      const issued = {
        ...tickets.issue(c.get('account'), origin, host),
        origin,
        url: `ws://${host}${livePaths.v3}`,
        subprotocol: subprotocols.v3,
      };
      return c.json(issued, 200, { 'Cache-Control': 'no-store' });
    },
  );
}

function livePathRoutes(app: App): void {
  app.get(frozenLivePath, () => {
    throw frozen();
  });
  for (const version of realtimeVersions) {
    app.get(livePaths[version], () => {
      throw new ServiceError(426, codes.upgradeRequired, `This is a WebSocket with the subprotocol ${subprotocols[version]}`, {
        headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
      });
    });
  }
}

function described(method: 'get' | 'post', path: string, summary: string, answer: z.ZodType) {
  const errors = method === 'post' ? [400, 401, 413] : [401, 404];
  return { method, path, summary, security: bearer, responses: responses({ 200: json('OK', answer) }, errors) };
}

function capabilitiesOf(version: RealtimeVersion): RealtimeCapabilities {
  const entries = models.map((model) => ({
    id: model.id,
    provider: model.family,
    available: model.available,
    formats: formatsOf(model),
    parameters: listed(version, parametersOf(model, version === 'v2' ? 'legacy' : 'decibels')),
    maxSegmentCharacters: Math.min(realtimeLimits.segmentCharacters, model.maxTextLength),
  }));
  const { inputCharacters, textCharacters, segmentCharacters, sessionUnits, idCharacters, frameBytes, waitingSegments, eventsOfSession } =
    realtimeLimits;
  return {
    contractVersion: version,
    protocol: subprotocols[version],
    modes: [...realtimeModes],
    formats: [...realtimeFormats],
    providers: [...new Set(models.map((model) => model.family))],
    parameters: [...new Set(entries.flatMap((entry) => Object.keys(entry.parameters)))],
    limits: {
      inputCharacters,
      textCharacters,
      segmentCharacters,
      sessionUnits,
      idCharacters,
      frameBytes,
      waitingSegments,
      eventsOfSession,
    },
    models: entries,
  };
}

/** Version 3 lists fewer controls than version 2, which takes all. */
function listed(version: RealtimeVersion, parameters: Readonly<Record<string, Range | true>>): Record<string, Range | true> {
  const names = Object.entries(parameters).filter(([name]) => version === 'v2' || Object.hasOwn(startRequestV3.shape, name));
  return Object.fromEntries(names.map(([name, range]) => [spelled(version, name), range]));
}
