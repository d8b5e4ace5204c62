import { newId } from '#shared/ids.ts';
import {
  addedModels,
  addedModelsPath,
  addModelAnswer,
  type AddedModels,
  type AddModelAnswer,
  type AddModelRequest,
} from '#shared/wire/added-models.ts';
import type { Exchange, PaidRequest } from '../exchange.ts';

/** Voices that a person adds to the local service. No other service has these paths. */
export interface AddedModelsResource {
  list(signal?: AbortSignal): Promise<AddedModels>;
  /** The files are read by the service, on this machine. */
  add(request: AddModelRequest, signal?: AbortSignal): Promise<AddModelAnswer>;
  remove(id: string): Promise<void>;
  restore(id: string): Promise<void>;
}

export const addedModelsResource = (exchange: Exchange): AddedModelsResource => {
  const path = (id: string): string => `${addedModelsPath}/${encodeURIComponent(id)}`;
  return {
    list: async (signal) => (await exchange.json(addedModelsPath, addedModels, signal)).value,
    add: async (request, signal) =>
      (await exchange.writeJson(asWrite({ path: addedModelsPath, body: Buffer.from(JSON.stringify(request)) }), addModelAnswer, signal))
        .value,
    remove: async (id) => {
      await exchange.writeJson(asWrite({ method: 'DELETE', path: path(id) }), () => null);
    },
    restore: async (id) => {
      await exchange.writeJson(asWrite({ path: `${path(id)}/restore` }), () => null);
    },
  };
};

/** Sent once, as what is paid for is; nothing here is. */
const asWrite = (request: Pick<PaidRequest, 'path'> & Partial<PaidRequest>): PaidRequest => ({
  body: new Uint8Array(0),
  idempotencyKey: newId(),
  requestId: newId(),
  ...request,
});
