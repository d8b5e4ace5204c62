import { createReadStream } from 'node:fs';
import type { z } from 'zod';
import { FailureError, toFailure, readText, reword, type Failure } from '#shared/failure.ts';
import type { paidOperations, PaidOperation } from '#shared/operations/paid.ts';
import type { OperationFamily } from '#shared/paid-work.ts';
import type { CallContext, Out, Parsed } from '#shared/rpc.ts';
import { familyRules } from '../../paid-requests/family-rules.ts';
import { findFiles } from '../../paid-requests/family.ts';
import { failureOf, usageError } from './output.ts';
import type { Work } from './run.ts';
import type { Session } from './session.ts';
import { openFor } from './sound-file.ts';
import { messages } from '#shared/messages/index.ts';
import { message, type Message } from '#shared/messages/message.ts';

type Operations = typeof paidOperations;

/** `--video-url` for `videoUrl`. */
const optionOf = (field: string): string => `--${field.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * What an operation takes, out of options, before anything is connected; `names` has the options that are called otherwise than their fields.
 * Throws bad usage that names the option.
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>> = {},
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const checked = schema.safeParse(given);
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0];
  const field = String(issue?.path[0] ?? '');
  const option = names[field] ?? optionOf(field);
  throw usageError(message('cli.input.optionInvalid', option, issue?.message ?? messages.cli.input.notValid), option);
}

/** Runs an operation of the studio. */
export function call<Name extends keyof Operations>(
  session: Session,
  name: Name,
  input: Parsed<Operations[Name]>,
  signal: AbortSignal,
): Promise<Out<Operations[Name]>> {
  const handler = session.paid().work.services[name] as unknown as (
    input: Parsed<Operations[Name]>,
    context: CallContext<never>,
  ) => Promise<Out<Operations[Name]>>;
  return handler(input, { signal, emit: () => undefined, sends: nothing() });
}

// oxlint-disable-next-line typescript/require-await -- an empty stream of sends
async function* nothing(): AsyncGenerator<never, void, undefined> {
  yield* [];
}

/** Adds to a failure whose outcome is not known how it can be learned, by the family's row of the failure rules; to one that left a part, where it is. */
export async function tracing<T>(session: Session, family: OperationFamily, lookUp: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (failure.charged === 'no') throw thrown;
    const [entry] = await session.ledger.list({ families: [family], limit: 1 });
    if (entry === undefined) throw thrown;
    if (failure.charged === 'yes') {
      const [part] = findFiles(entry);
      if (part === undefined) throw thrown;
      throw new FailureError(reword(failure, message('cli.failures.withPath', readText(failure), keptPath(session, part))), {
        cause: thrown,
      });
    }
    const said = failure.kind === 'cancelled' ? message('cli.failures.stoppedWaiting') : readText(failure);
    const rule = familyRules[family].afterUnknown;
    const ways = {
      'same-ids': message('cli.failures.sameKeyAsks', entry.idempotencyKey),
      again: message('cli.failures.cannotAsk'),
      'look-up': message('cli.failures.lookForResult', lookUp),
      verify: message('cli.failures.lookForResult', lookUp),
    };
    // A stream was asked for once more already, by the rules, and is not replayed.
    const known = family === 'aligned' ? said : message('failures.sentences', said, ways[rule]);
    const text = message('cli.failures.timeline', known, entry.operationId);
    throw new FailureError(reword(failure, text, { requestId: failure.requestId ?? entry.requestId }), { cause: thrown });
  }
}

/** An operation as the command line prints it: files by their place on this disk. */
export function printed(session: Session, operation: PaidOperation) {
  const { operationId, family, state, taskId, createdAt, modelId, creditsUsed, quotaUsed, requestId, serviceRequestId, result } = operation;
  return {
    operationId,
    family,
    state,
    taskId,
    createdAt: new Date(createdAt).toISOString(),
    modelId,
    creditsUsed,
    quotaUsed,
    requestId,
    serviceRequestId,
    result: withoutFiles(result),
    files: operation.files.map((file) => ({ path: keptPath(session, file), contentType: file.contentType, bytes: file.bytes })),
  };
}

export const keptPath = (session: Session, { url }: { url: string }): string =>
  session.paid().kept.path(url.slice(url.lastIndexOf('/') + 1));

/** The studio's addresses mean nothing here. */
function withoutFiles(result: PaidOperation['result']): PaidOperation['result'] {
  if (result === null) return null;
  return Object.fromEntries(Object.entries(result).filter(([name]) => name !== 'files' && name !== 'candidates'));
}

/** Brings bytes to `--out`: whole under its name, or not there. Answers with how many. */
export async function writeOut(work: Work, out: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await openFor(source, out, work);
  const { output } = work;
  let bytes = 0;
  try {
    for await (const piece of source) {
      await file.write(piece);
      bytes += piece.byteLength;
      output.progress(`${Math.round(bytes / 1024)} KiB`);
    }
    await file.complete();
  } catch (thrown) {
    await file.keepPart();
    throw thrown;
  }
  return bytes;
}

/** Brings what was paid for to where it was wanted: whatever fails there, it was charged, and `kept` says where it is still to be had. */
export async function handedOver<T>(kept: Message | undefined, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    const failure = failureOf(thrown);
    const text = kept === undefined ? readText(failure) : message('failures.sentences', readText(failure), kept);
    throw new FailureError(reword(failure, text, { charged: 'yes' }), { cause: thrown });
  }
}

/** A failure with where the part is that arrived. */
export const withPart = (failure: Failure, part: string): Failure =>
  reword(failure, message('failures.sentences', readText(failure), message('cli.output.arrivedPart', part)));

/** Brings the first file of what was made to `--out`. */
export async function filesOut(work: Work, session: Session, operation: Pick<PaidOperation, 'result'>, out: string): Promise<void> {
  const [file] = findFiles(operation);
  if (file === undefined) return;
  const path = keptPath(session, file);
  await handedOver(message('cli.output.resultIn', path), () => writeOut(work, out, createReadStream(path) as AsyncIterable<Uint8Array>));
}
