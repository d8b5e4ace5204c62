/** One fault: a piece of our code, what it becomes, and the test that must not let it pass. Most are of the rules of paying. */
export interface Mutant {
  name: string;
  file: string;
  /** Stands in the file once. */
  find: string;
  replace: string;
  test: { project: 'unit' | 'contract'; file: string; name: string };
}

const unit = (file: string, name: string): Mutant['test'] => ({ project: 'unit', file: `test/unit/${file}`, name });
const contract = (file: string, name: string): Mutant['test'] => ({ project: 'contract', file: `test/contract/${file}`, name });
const attempts = (name: string): Mutant['test'] => unit('ledger/attempts.test.ts', name);
const media = (name: string): Mutant['test'] => contract('paid-work/media.test.ts', name);
const writeAhead = (family: string): Mutant['test'] => contract('ledger/write-ahead.test.ts', `of one ${family} its ledger entry`);

export const mutants: readonly Mutant[] = [
  {
    name: 'a new key on every attempt',
    file: 'src-main/paid-requests/engine.ts',
    find: 'send: () => once(sent, signal),',
    replace: 'send: () => once({ ...sent, idempotencyKey: newId(), requestId: newId() }, signal),',
    test: media('images, videos: an answer that is lost'),
  },
  {
    name: 'a new key on every attempt of speech',
    file: 'src-main/features/speech/families.ts',
    find: 'once({ ...sent, onSent',
    replace: 'once({ ...sent, idempotencyKey: `${sent.idempotencyKey}${Math.random()}`, onSent',
    test: contract('speech/faults.test.ts', 'of a job is the same job'),
  },
  {
    name: 'any 409 sent again',
    file: 'src-main/paid-requests/attempts.ts',
    find: "if (failure.kind === 'conflict' && failure.code === codes.requestInProgress)",
    replace: "if (failure.kind === 'conflict')",
    test: attempts('stop at any other conflict'),
  },
  {
    name: 'recorded after it was sent',
    file: 'src-main/paid-requests/engine.ts',
    find: '    await ledger.begin(operation);\n',
    replace: '    setTimeout(() => void ledger.begin(operation), 2000);\n',
    test: writeAhead('image'),
  },
  {
    name: 'speech recorded after it was sent',
    file: 'src-main/paid-requests/engine.ts',
    find: '    await ledger.begin(operation);\n',
    replace: '    setTimeout(() => void ledger.begin(operation), 2000);\n',
    test: writeAhead('aligned'),
  },
  {
    name: 'the sync left out',
    file: 'src-main/paid-requests/ledger/store.ts',
    find: 'PRAGMA synchronous = FULL;',
    replace: 'PRAGMA synchronous = NORMAL;',
    test: writeAhead('transcription'),
  },
  {
    name: 'the bearer kept across origins',
    file: 'src-main/service-client/redirect.ts',
    find: 'key: known ? request.key : undefined',
    replace: 'key: request.key',
    test: contract('service/client.test.ts', 'drops the key for another port'),
  },
  {
    name: 'redirects without an end',
    file: 'src-main/service-client/redirect.ts',
    find: 'if (hops >= maximumRedirects)',
    replace: 'if (hops >= 60)',
    test: contract('service/client.test.ts', 'in a circle'),
  },
  {
    name: 'a broken stream sent again',
    file: 'src-main/features/speech/make.ts',
    find: "return entry.family === 'job' || entry.status !== 200;",
    replace: 'return entry.status !== 418;',
    test: contract('speech/killed.test.ts', 'while sound arrives'),
  },
  {
    name: 'a transcription sent again by itself',
    file: 'src-main/paid-requests/family-rules.ts',
    find: "transcription: { resends: 0, afterUnknown: 'anew', never: true },",
    replace: "transcription: { resends: 1, afterUnknown: 'anew' },",
    test: contract('paid-work/voices.test.ts', 'ranscription'),
  },
  {
    name: 'a 504 that cannot be helped sent again',
    file: 'src-main/paid-requests/attempts.ts',
    find: "if (failure.charged !== 'unknown' || retryableOf(thrown) === false) return false;",
    replace: "if (failure.charged !== 'unknown') return false;",
    test: attempts('take a 504 for a lost answer'),
  },
  {
    name: 'a 500 sent again where a repeat is another operation',
    file: 'src-main/paid-requests/attempts.ts',
    find: "(failure.kind === 'service-failed' && familyRules[family].idempotent === true)",
    replace: "failure.kind === 'service-failed'",
    test: attempts('a 500 of any other family is not sent again'),
  },
  {
    name: 'a lost request called free by a later refusal',
    file: 'src-main/paid-requests/attempts.ts',
    find: "if (lost === undefined || failure.charged !== 'no' || thrown instanceof EndedError || knowsTheOutcome(failure))",
    replace: 'if (lost !== failure)',
    test: attempts('do not call a lost request free'),
  },
  {
    name: 'what an earlier run lost called free by a later refusal',
    file: 'src-main/paid-requests/attempts.ts',
    find: 'attempts.lostBefore === true ? sentBefore : undefined',
    replace: 'undefined',
    test: attempts('that an earlier run lost'),
  },
  {
    name: 'sent again after more than an hour',
    file: 'src-main/paid-requests/attempts.ts',
    find: 'clock.now() + wait - attempts.firstSentAt > resendFor',
    replace: 'false',
    test: attempts('end one hour after the first send'),
  },
  {
    name: 'an attempt that the ledger does not hold',
    file: 'src-main/paid-requests/attempts.ts',
    find: '      await attempts.beforeResend();\n',
    replace: '',
    test: attempts('have the ledger hold every attempt'),
  },
  {
    name: 'final states that change',
    file: 'src-main/paid-requests/ledger/migrations.ts',
    find: "BEFORE UPDATE ON operations WHEN OLD.state IN ('failed', 'done')",
    replace: "BEFORE UPDATE ON operations WHEN OLD.state IN ('never')",
    test: unit('ledger/store.test.ts', 'does not change what is final'),
  },
  {
    name: 'bytes that may have left taken for none',
    file: 'src-main/service-client/http.ts',
    find: '    sent = true;\n',
    replace: '',
    test: contract('service/http.test.ts', 'ends without an answer may have been charged'),
  },
  {
    name: 'an error page taken for sound',
    file: 'src-main/service-client/exchange.ts',
    find: 'binary\\/octet-stream$/u.test(answer.contentType)) throw notAudio(answer, charged);',
    replace: 'binary\\/octet-stream$/u.test(answer.contentType) && answer.status === 0) throw notAudio(answer, charged);',
    test: contract('service/client.test.ts', 'that is no event stream'),
  },
  {
    name: 'one job of the service adopted for two operations',
    file: 'src-main/features/jobs/service.ts',
    find: 'return { candidates: found.filter(({ id }) => !known.has(id)) };',
    replace: 'return { candidates: found };',
    test: media('lip-sync create whose answer is lost'),
  },
  {
    name: 'a lost order that is given up before it was asked for again',
    file: 'src-main/paid-requests/failures.ts',
    find: '  entry.attempts > 1 &&\n',
    replace: '',
    test: contract('bucket/lending.test.ts', 'a dubbing asked for again after its address has ended'),
  },
  {
    name: 'what was given up taken for the same order again',
    file: 'src-main/paid-requests/coordinator.ts',
    find: "const isAskable = before?.state === 'unknown' && !isGivenUp(before) && !this.#outgoing.has(before.operationId);",
    replace: "const isAskable = before?.state === 'unknown' && !this.#outgoing.has(before.operationId);",
    test: media('a picture of which no request is answered'),
  },
  {
    name: 'another account asked for a job',
    file: 'src-main/paid-requests/ownership.ts',
    find: 'return connectionId === connected.connectionId && accountId === (await account.userId(signal));',
    replace:
      "return [connectionId, connected.connectionId, accountId].every((id) => id !== '') && !signal.aborted && account !== undefined;",
    test: contract('paid-work/recovery.test.ts', 'what belongs to another account'),
  },
  {
    name: 'the key said back and shown',
    file: 'src-main/service-client/answers.ts',
    find: '  if (clear.length < shortestSecret) return said;\n',
    replace: '  if (clear.length > 0) return said;\n',
    test: contract('service/client.test.ts', 'never shows the key'),
  },
  {
    name: 'a refused key that pauses nothing',
    file: 'src-main/paid-requests/throttle.ts',
    find: 'else if (pausing.includes(failure.kind)) pause = failure;',
    replace: '',
    test: unit('ledger/throttle.test.ts', 'pauses what is sent without a person'),
  },
  {
    name: 'a short 429 that overrides a long one',
    file: 'src-main/paid-requests/throttle.ts',
    find: 'Math.max(notBefore.get(account) ?? 0, until)',
    replace: 'until',
    test: unit('ledger/throttle.test.ts', 'a short wait never cuts a longer one short'),
  },
  {
    name: 'a day of the cap that is the last 24 hours',
    file: 'src-main/paid-requests/budget/budget.ts',
    find: 'new Date(now()).setHours(0, 0, 0, 0)',
    replace: 'now() - 86_400_000',
    test: unit('main/caps.test.ts', 'at midnight nothing is spent'),
  },
  {
    name: 'only the first address of a name judged',
    file: 'src-main/infra/network-place.ts',
    find: 'for (const { address } of addresses) judge',
    replace: 'for (const { address } of addresses.slice(0, 1)) judge',
    test: unit('service/network-place.test.ts', 'where every address of the name'),
  },
  {
    name: 'a dialog’s path that is written to twice',
    file: 'src-main/library/writable-path.ts',
    find: '      this.#grants.delete(path);\n      return',
    replace: '      return',
    test: unit('library/output-files.test.ts', 'may be written to once'),
  },
  {
    name: 'bytes of a queue that are never given back',
    file: 'src-shared/rpc-bounds.ts',
    find: '        this.#bytes -= item.bytes;\n',
    replace: '',
    test: unit('rpc/calls.test.ts', 'carries any amount both ways'),
  },
  {
    name: 'a history of the chapters without a bound',
    file: 'src-shared/narration/history.ts',
    find: 'outline: before, at }].slice(-historyLimits.entries)',
    replace: 'outline: before, at }]',
    test: unit('narration/history.test.ts', 'forgets the oldest act on the chapters'),
  },
  {
    name: 'word places that run backwards',
    file: 'src-shared/narration/timeline.ts',
    find: 'latest = Math.max(latest, block.start + offset)',
    replace: 'latest = block.start + offset',
    test: unit('narration/timeline.test.ts', 'never goes back in the script'),
  },
  {
    name: 'a caption line of 43 characters',
    file: 'src-shared/narration/caption-breaks.ts',
    find: 'charactersPerLine: 42',
    replace: 'charactersPerLine: 43',
    test: unit('narration/captions.test.ts', 'two lines of 42 characters'),
  },
  {
    name: 'an overlap that is looked for with the neighbour alone',
    file: 'src-shared/dubbing/fit.ts',
    find: 'if (!before || end > before.end) before =',
    replace: 'before =',
    test: unit('dubbing/timeline.test.ts', 'every segment that sounds together with another'),
  },
  {
    name: 'a block that is followed twice',
    file: 'src-renderer/core/generation/generation.ts',
    find: 'blocks.filter((block) => !phases.has(block.id))',
    replace: 'blocks.filter((block) => phases !== undefined || block)',
    test: unit('renderer/generation.test.ts', 'each block once however often'),
  },
  {
    name: 'an awaited block that is forgotten',
    file: 'src-renderer/core/player/player.ts',
    find: '(other) => other.id !== blockId && phases.has(other.id)',
    replace: '(other) => other.id === blockId && phases.has(other.id)',
    test: unit('renderer/generation.test.ts', 'goes to the next block under way'),
  },
  {
    name: 'a lost phrase that waits to be sent again',
    file: 'src-renderer/features/live/store.ts',
    find: "? 'waiting' : 'lost')",
    replace: "? 'waiting' : 'waiting')",
    test: unit('renderer/live.test.ts', 'are lost with their session'),
  },
  {
    name: 'an unsaved form that is sent',
    file: 'src-renderer/features/clone/send-store.ts',
    find: '      set({ sendFailure: unsaved });\n      return;\n',
    replace: '      set({ sendFailure: unsaved });\n',
    test: unit('renderer/clone-send.test.ts', 'sends nothing where the form could not be saved'),
  },
  {
    name: 'two saves of a dub on one revision',
    file: 'src-renderer/core/dubbing-timeline/dubbing-timeline.ts',
    find: 'while (writing) await writing;',
    replace: 'if (writing) await writing;',
    test: unit('renderer/dubs.test.ts', 'without a conflict'),
  },
];
