import { createHash } from 'node:crypto';
import type { Answer } from './answer.ts';
import { Failure, invalid } from './failure.ts';
import { stableJson } from './fields.ts';

interface Entry {
  fingerprint: string;
  state: 'running' | 'binary' | 'stored' | 'refunded';
  replay?: () => Answer;
}

/** What a creation gives back: its answer and, where the interface has it replayed, a way to answer again. */
export interface Outcome {
  answer: Answer;
  replay?: () => Answer;
  /** The answer goes out, and what it promises has failed and was refunded. */
  refunded?: boolean;
}

interface RequestScope {
  userId: string;
  key: string | undefined;
  path: string;
  body: unknown;
}

/** The life of request ids, section "Request-id (idempotency) life cycle". Ids are scoped to an account, not to a path. */
export class Replays {
  private readonly entries = new Map<string, Entry>();

  /** Runs `work` at most once for a key. Without a key it always runs. Throws the 409 answers of the table. */
  async once(scope: RequestScope, work: () => Promise<Outcome>): Promise<Answer> {
    if (scope.key === undefined) return (await work()).answer;
    if (scope.key.length === 0 || scope.key.length > 128) throw invalid('Idempotency-Key must have 1 to 128 characters.');
    const id = `${scope.userId} ${scope.key}`;
    const fingerprint = createHash('sha256')
      .update(`${scope.path} ${stableJson(scope.body)}`)
      .digest('hex');
    const known = this.entries.get(id);
    if (known !== undefined) return answerAgain(known, fingerprint);
    const entry: Entry = { fingerprint, state: 'running' };
    this.entries.set(id, entry);
    try {
      const outcome = await work();
      entry.state = outcome.refunded === true ? 'refunded' : outcome.replay === undefined ? 'binary' : 'stored';
      if (outcome.replay !== undefined) entry.replay = outcome.replay;
      return outcome.answer;
    } catch (error) {
      if (error instanceof Failure && error.more.refunded === true) entry.state = 'refunded';
      else this.entries.delete(id);
      throw error;
    }
  }
}

function answerAgain(entry: Entry, fingerprint: string): Answer {
  if (entry.fingerprint !== fingerprint)
    throw new Failure(409, 'ERR_REQUEST_ID_CONFLICT', 'This request id was used with another payload.');
  if (entry.state === 'running') throw new Failure(409, 'ERR_REQUEST_IN_PROGRESS', 'The request with this id is still running.');
  if (entry.state === 'refunded')
    throw new Failure(409, 'ERR_REQUEST_PREVIOUSLY_REFUNDED', 'The request with this id failed and was refunded. Use a new id.');
  if (entry.replay === undefined)
    throw new Failure(409, 'ERR_REQUEST_ALREADY_COMPLETED', 'The request with this id has completed. Its audio is not replayed.');
  return entry.replay();
}
