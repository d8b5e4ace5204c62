import { expect, it } from 'vitest';
import { fail } from '#shared/failure.ts';
import { failureTitle } from '../../../src-renderer/lib/failure-words.ts';
import { messages } from '#shared/messages/index.ts';
import { explainLost } from '../../../src-renderer/features/clone/explain-lost.ts';
import { said } from '../../helpers/said.ts';

const lost = fail('outcome-unknown', said('Lost.'), { charged: 'unknown', next: 'look-up' }).failure;
const operation = { failure: lost, requestId: 'own', serviceRequestId: null };

it('a lost clone whose voice cannot be looked for may have been charged all the same, and says why it cannot', () => {
  const unreachable = fail('unreachable', said('Nothing listens there.')).failure;
  expect(explainLost(operation, unreachable, said('Sent.'), said('Found.'))).toMatchObject({
    kind: 'outcome-unknown',
    message: 'Sent. Nothing listens there.',
    charged: 'unknown',
    next: 'check-connection',
    requestId: 'own',
  });
});

it('a lost clone says what was found of it, and its own id where the service named none', () => {
  expect(explainLost(operation, undefined, said('Sent.'), said('Found.'))).toMatchObject({
    message: 'Found.',
    charged: 'unknown',
    next: 'none',
  });
  expect(explainLost({ ...operation, serviceRequestId: 'theirs' }, undefined, said('Sent.'), said('Found.')).requestId).toBe('theirs');
});

it.each(['cancelled', 'bad-response', 'unreachable'] as const)('a clone that was lost as %s is titled by its unknown outcome', (kind) => {
  const cut = fail(kind, said('Cut off.'), { charged: 'unknown' }).failure;
  expect(failureTitle(explainLost({ ...operation, failure: cut }, undefined, said('Sent.'), said('Found.')))).toBe(
    messages.shapes.titleNoResponse,
  );
});
