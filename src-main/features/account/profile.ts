import { z } from 'zod';
import { fail, FailureError, toFailure, readText, reword } from '#shared/failure.ts';
import { profilePath, profileUpdate } from '#shared/wire/profile.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import { sleepOnTimer } from '../../service-client/exchange.ts';
import type { EngineTools } from '../../paid-requests/engine.ts';
import { sendPaid, type SendCall } from '../../paid-requests/send.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import type { Log } from '../../infra/platform.ts';
import type { Services } from '#shared/operations/index.ts';
import type { FamilyWork } from '../../paid-requests/family.ts';
import { parseJson } from '../../service-client/answers.ts';
import type { ServiceClient } from '../../service-client/client.ts';
import type { Profile } from '../../service-client/reading/profile.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** Fields of the profile to be set. The interface names `webhookUrl` alone; an empty one takes the address away. */
export type ProfileFields = Readonly<Record<string, string | number | boolean>>;

/**
 * Updates the profile. A field that the interface does not name is sent only where the service's own document declares it (failure rule 12). When
 * the outcome is not known the profile is read: where it says what was asked for the update is done, else it fails with what was known.
 */
export async function updateProfile(
  tools: EngineTools & { client: ServiceClient },
  fields: ProfileFields,
  call: SendCall,
): Promise<Profile> {
  const { client, ledger } = tools;
  const names = Object.keys(fields);
  if (names.length === 0) throw fail('invalid-input', message('account.nothingToChange'), { field: 'webhookUrl' });
  const checked = profileUpdate.safeParse(fields);
  if (!checked.success) throw fail('invalid-input', message('account.webhookNeedsHttpAddress'), { field: 'webhookUrl' });
  const further = names.filter((name) => !Object.hasOwn(profileUpdate.shape, name));
  const declared = further.length === 0 ? undefined : await client.documents.declared(call.signal);
  const undeclared = further.find((name) => declared?.field('POST', profilePath, name) !== true);
  if (undeclared !== undefined) throw fail('invalid-input', message('account.fieldsCannotBeChanged', undeclared), { field: undeclared });

  const body = Buffer.from(JSON.stringify(checked.data));
  const begun = { operationId: '' };
  try {
    const { value } = await sendPaid(
      tools,
      {
        family: 'profile-update',
        path: profilePath,
        body,
        summary: messages.account.changeOfProfile(names.join(', ')),
        fingerprint: `profile ${String(body)}`,
      },
      async (request, signal) => {
        const { profile, ...facts } = await client.updateProfile(request, signal);
        return { value: profile, facts };
      },
      { ...call, onBegun: (operationId) => (begun.operationId = operationId) },
    );
    return value;
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (begun.operationId === '' || failure.charged !== 'unknown' || failure.kind === 'cancelled') throw thrown;
    const read = await client.profile(call.signal).catch(() => undefined);
    if (read === undefined) throw thrown;
    if (!shows(read, fields))
      throw new FailureError(reword(failure, message('account.profileShowsNoChange', readText(failure)), { next: 'retry' }));
    await ledger.settle(begun.operationId, 'done', {});
    return read;
  }
}

/** A field that is absent and one that is empty are the same: an address that was taken away may be left out. */
const shows = ({ fields: shown }: Profile, fields: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(fields).every(([name, value]) => (shown[name] ?? '') === value);

/** Failure rules, row "profile update": what a crash left on its way is verified by a read. */
export const profileWork: FamilyWork<Profile> = {
  family: 'profile-update',
  send: async (request, { client, signal }) => {
    const { profile, ...facts } = await client.updateProfile(request, signal);
    return { value: profile, facts };
  },
  happened: async (entry, { client, signal }) =>
    shows(await client.profile(signal), profileUpdate.parse(parseJson(Buffer.from(entry.body).toString('utf8')))),
};

export function createProfile(options: {
  connection: ConnectionKeeper;
  ledger: Ledger;
  account: AccountKeeper;
  log: Log;
}): Pick<Services, 'profile.read' | 'profile.update'> {
  const { connection, ledger, account, log } = options;
  const shown = ({ fields }: Profile) => z.record(z.string(), z.json()).parse(fields);
  return {
    'profile.read': async (_input, { signal }) => shown(await (await connection.ready(signal)).profile(signal)),
    'profile.update': async ({ fields }, { signal }) => {
      const clock = { now: Date.now, sleep: sleepOnTimer };
      return shown(await updateProfile({ client: await connection.ready(signal), ledger, account, log, clock }, fields, { signal }));
    },
  };
}
