/** One wrong turn of the rules of paying: a piece of our code, what it becomes, and the test that must not let it pass. */
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
    file: 'src-main/ledger/pay.ts',
    find: 'send: () => send(request, signal),',
    replace: 'send: () => send({ ...request, idempotencyKey: newId(), requestId: newId() }, signal),',
    test: media('images, videos: an answer that is lost'),
  },
  {
    name: 'a new key on every attempt of speech',
    file: 'src-main/speech/families.ts',
    find: 'once({ path, body, idempotencyKey, requestId, onSent',
    replace: 'once({ path, body, idempotencyKey: `${idempotencyKey}${Math.random()}`, requestId, onSent',
    test: contract('speech/faults.test.ts', 'of a job is the same job'),
  },
  {
    name: 'any 409 sent again',
    file: 'src-main/ledger/attempts.ts',
    find: "if (failure.kind === 'conflict' && failure.code === codes.requestInProgress)",
    replace: "if (failure.kind === 'conflict')",
    test: attempts('stop at any other conflict'),
  },
  {
    name: 'recorded after it was sent',
    file: 'src-main/ledger/pay.ts',
    find: '  await ledger.begin(operation);\n',
    replace: '  setTimeout(() => void ledger.begin(operation), 2000);\n',
    test: writeAhead('image'),
  },
  {
    name: 'speech recorded after it was sent',
    file: 'src-main/speech/make.ts',
    find: '    await ledger.begin(operation);\n',
    replace: '    setTimeout(() => void ledger.begin(operation), 2000);\n',
    test: writeAhead('aligned'),
  },
  {
    name: 'the sync left out',
    file: 'src-main/ledger/store.ts',
    find: 'PRAGMA synchronous = FULL;',
    replace: 'PRAGMA synchronous = NORMAL;',
    test: writeAhead('transcription'),
  },
  {
    name: 'the bearer kept across origins',
    file: 'src-main/service/redirect.ts',
    find: 'key: known ? request.key : undefined',
    replace: 'key: request.key',
    test: contract('service/client.test.ts', 'drops the key for another port'),
  },
  {
    name: 'redirects without an end',
    file: 'src-main/service/redirect.ts',
    find: 'if (hops >= maximumRedirects)',
    replace: 'if (hops >= 60)',
    test: contract('service/client.test.ts', 'in a circle'),
  },
  {
    name: 'a broken stream sent again',
    file: 'src-main/speech/make.ts',
    find: "return entry.family === 'job' || entry.status !== 200;",
    replace: 'return entry.status !== 418;',
    test: contract('speech/killed.test.ts', 'while sound arrives'),
  },
  {
    name: 'a transcription sent again by itself',
    file: 'src-main/ledger/rules.ts',
    find: "transcription: { resends: 0, afterUnknown: 'anew', never: true },",
    replace: "transcription: { resends: 1, afterUnknown: 'anew' },",
    test: contract('paid-work/voices.test.ts', 'ranscription'),
  },
  {
    name: 'a 504 that cannot be helped sent again',
    file: 'src-main/ledger/attempts.ts',
    find: "if (failure.charged !== 'unknown' || retryableOf(thrown) === false) return false;",
    replace: "if (failure.charged !== 'unknown') return false;",
    test: attempts('take a 504 for a lost answer'),
  },
  {
    name: 'a 500 sent again where a repeat is another operation',
    file: 'src-main/ledger/attempts.ts',
    find: "(failure.kind === 'service-failed' && familyRules[family].idempotent === true)",
    replace: "failure.kind === 'service-failed'",
    test: attempts('a 500 of any other family is not sent again'),
  },
  {
    name: 'a lost request called free by a later refusal',
    file: 'src-main/ledger/attempts.ts',
    find: "if (lost === undefined || failure.charged !== 'no' || thrown instanceof EndedError || knowsTheOutcome(failure))",
    replace: 'if (lost !== failure)',
    test: attempts('do not call a lost request free'),
  },
  {
    name: 'what an earlier run lost called free by a later refusal',
    file: 'src-main/ledger/attempts.ts',
    find: 'attempts.lostBefore === true ? sentBefore : undefined',
    replace: 'undefined',
    test: attempts('that an earlier run lost'),
  },
  {
    name: 'sent again after more than an hour',
    file: 'src-main/ledger/attempts.ts',
    find: 'clock.now() + wait - attempts.firstSentAt > resendFor',
    replace: 'false',
    test: attempts('end one hour after the first send'),
  },
  {
    name: 'an attempt that the ledger does not hold',
    file: 'src-main/ledger/attempts.ts',
    find: '      await attempts.beforeResend();\n',
    replace: '',
    test: attempts('have the ledger hold every attempt'),
  },
  {
    name: 'final states that change',
    file: 'src-main/ledger/migrations.ts',
    find: "BEFORE UPDATE ON operations WHEN OLD.state IN ('failed', 'done')",
    replace: "BEFORE UPDATE ON operations WHEN OLD.state IN ('never')",
    test: unit('ledger/store.test.ts', 'does not change what is final'),
  },
  {
    name: 'bytes that may have left taken for none',
    file: 'src-main/service/http.ts',
    find: '    sent = true;\n',
    replace: '',
    test: contract('service/http.test.ts', 'ends without an answer may have been charged'),
  },
  {
    name: 'an error page taken for sound',
    file: 'src-main/service/exchange.ts',
    find: 'binary\\/octet-stream$/u.test(answer.contentType)) throw notAudio(answer, charged);',
    replace: 'binary\\/octet-stream$/u.test(answer.contentType) && answer.status === 0) throw notAudio(answer, charged);',
    test: contract('service/client.test.ts', 'that is no event stream'),
  },
  {
    name: 'one job of the service adopted for two operations',
    file: 'src-main/jobs.ts',
    find: 'return { candidates: found.filter(({ id }) => !known.has(id)) };',
    replace: 'return { candidates: found };',
    test: media('lip-sync create whose answer is lost'),
  },
  {
    name: 'a lost order that is given up before it was asked for again',
    file: 'src-main/paid-work/ends.ts',
    find: '  entry.attempts > 1 &&\n',
    replace: '',
    test: contract('bucket/lending.test.ts', 'a dubbing asked for again after its address has ended'),
  },
  {
    name: 'what was given up taken for the same order again',
    file: 'src-main/paid-work/desk.ts',
    find: "const isAskable = before?.state === 'unknown' && !isGivenUp(before) && !sending.has(before.operationId);",
    replace: "const isAskable = before?.state === 'unknown' && !sending.has(before.operationId);",
    test: media('a picture of which no request is answered'),
  },
  {
    name: 'another account asked for a job',
    file: 'src-main/paid-work/waiting.ts',
    find: 'const owner = entry.connectionId === client.connectionId && entry.accountId === (await account.userId(signal));',
    replace: "const owner = entry.connectionId !== '' && client.connectionId !== '' && account !== undefined;",
    test: contract('paid-work/recovery.test.ts', 'what belongs to another account'),
  },
  {
    name: 'the key said back and shown',
    file: 'src-main/service/answers.ts',
    find: '  if (clear.length < shortestSecret) return said;\n',
    replace: '  if (clear.length > 0) return said;\n',
    test: contract('service/client.test.ts', 'never shows the key'),
  },
  {
    name: 'a refused key that pauses nothing',
    file: 'src-main/ledger/gate.ts',
    find: 'else if (pausing.includes(failure.kind)) pause = failure;',
    replace: '',
    test: unit('ledger/gate.test.ts', 'pauses what is sent without a person'),
  },
];
