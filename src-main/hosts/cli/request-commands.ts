import { Option, type Command } from 'commander';
import { fail, type Failure, readText, reword } from '#shared/failure.ts';
import { operationStates, type LedgerEntry, type OperationEvent, type OperationState } from '../../paid-requests/ledger/types.ts';
import { interrupted } from '../../paid-requests/recovery.ts';
import { atMost } from './input.ts';
import { pairs } from './catalogue-commands.ts';
import type { Runner, Work } from './run.ts';
import { readLedgers } from './session.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** `requests`: what was paid for from this profile, by the studio and the command line, and how each ended. Needs no service. */
export function requestCommands(program: Command, run: Runner): void {
  const requests = program.command('requests').description(messages.cli.requests.requestsCommand);
  requests
    .command('list')
    .description(messages.cli.requests.listCommand)
    .addOption(new Option('--state <state>', messages.cli.options.stateFilter).choices([...operationStates]))
    .option('--limit <number>', messages.cli.requests.limitOption, atMost(200), 50)
    .action(
      run.action<{ state?: OperationState; limit: number }>(async (work, { state, limit }) => {
        const entries: LedgerEntry[] = [];
        await everyLedger(work, async (ledger) => {
          entries.push(...(await ledger.list({ limit, ...(state !== undefined && { states: recordedAs(state) }) })));
        });
        entries.sort((a, b) => b.createdAt - a.createdAt);
        const items = entries.slice(0, limit).map(shownOf);
        const lines = items.map((item) =>
          [item.operationId, item.createdAt, item.family, item.state, item.creditsUsed ?? '', item.summary].join('\t'),
        );
        await work.output.result({ total: items.length, items }, lines);
      }),
    );
  requests
    .command('show')
    .description(messages.cli.requests.showCommand)
    .argument('<operation>')
    .action(
      run.action(async (work, _options, [operationId = '']) => {
        let found: { entry: LedgerEntry; events: OperationEvent[] } | undefined;
        await everyLedger(work, async (ledger) => {
          const entry = await ledger.entry(operationId);
          if (entry !== undefined) found = { entry, events: await ledger.events(operationId) };
        });
        if (found === undefined) throw fail('not-found', message('cli.requests.notFound', operationId));
        const value = {
          ...shownOf(found.entry),
          timeline: found.events.map(({ at, event, facts }) => ({ at: new Date(at).toISOString(), event, ...facts })),
        };
        const { timeline, ...facts } = value;
        const steps = timeline.map(({ at, event, ...more }) => [at, event, ...formatFacts(more)].join('\t'));
        await work.output.result(value, [...pairs(facts), 'timeline', ...steps]);
      }),
    );
}

/** `name value` of what a step of the timeline says. */
const formatFacts = (facts: object): string[] =>
  Object.entries(facts).map(([name, fact]) => `${name} ${typeof fact === 'string' ? fact : JSON.stringify(fact)}`);

function leftByStudio(entry: LedgerEntry): Failure {
  const failure = interrupted(entry);
  return reword(failure, message('cli.requests.checkedAtNextStart', readText(failure)));
}

async function everyLedger(work: Work, read: Parameters<typeof readLedgers>[1]): Promise<void> {
  const held = await readLedgers(work.profileDirectory, read);
  if (held > 0) work.output.note(messages.cli.requests.ledgersInUse(held));
}

/**
 * The states under which a ledger has what is shown in this one. Nothing holds the ledgers that are read here, so that nobody sends what they
 * say is being sent: how it ended is not known.
 */
function recordedAs(state: OperationState): OperationState[] {
  if (state === 'sending') return [];
  return state === 'unknown' ? ['unknown', 'sending'] : [state];
}

/** An entry without its body. */
function shownOf(recorded: LedgerEntry) {
  const entry = recorded.state === 'sending' ? { ...recorded, state: 'unknown' as const, failure: leftByStudio(recorded) } : recorded;
  const { operationId, family, state, summary, connectionId, method, path, idempotencyKey, requestId, serviceRequestId } = entry;
  const { attempts, latencyMs, status, code, creditsUsed, quotaRemaining, taskId, failure } = entry;
  return {
    operationId,
    createdAt: new Date(entry.createdAt).toISOString(),
    family,
    state,
    summary,
    connectionId,
    method,
    path,
    idempotencyKey,
    requestId,
    serviceRequestId,
    attempts,
    latencyMs,
    status,
    code,
    creditsUsed,
    quotaRemaining,
    taskId,
    failure,
  };
}
