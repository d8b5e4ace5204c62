import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail, failureSchema, formatFailure, readText, reword, type Failure } from '../../../src-shared/failure.ts';
import { messages } from '../../../src-shared/messages/index.ts';
import { formatMessage, message, messageSchema, type Message, type MessageId } from '../../../src-shared/messages/message.ts';

/** Every text of the catalogue by its id, with the number of its parameters. */
function listTexts(texts: unknown, id = ''): { id: string; parameters: number }[] {
  if (typeof texts === 'string') return [{ id, parameters: 0 }];
  if (typeof texts === 'function') return [{ id, parameters: texts.length }];
  return Object.entries(texts as object).flatMap(([name, inner]) => listTexts(inner, id === '' ? name : `${id}.${name}`));
}
const texts = listTexts(messages);

const simple = fc.oneof(fc.string(), fc.integer());
const anyMessage: fc.Arbitrary<Message> = fc.constantFrom(...texts).chain(({ id, parameters }) =>
  fc
    .array(
      fc.oneof(
        // What is said as it stands is a text.
        id === 'failures.verbatim' ? fc.string() : simple,
        fc.string().map((said) => message('failures.verbatim', said)),
      ),
      { minLength: parameters, maxLength: parameters },
    )
    .map((values) => ({ id, values })),
);

describe('A message', () => {
  it('formats as the catalogue’s text does, with what it names in its place', () => {
    expect(formatMessage(message('failures.stopped'))).toBe(messages.failures.stopped);
    expect(formatMessage(message('connections.noKey', 'Example'))).toBe(messages.connections.noKey('Example'));
  });

  it('names another message by its text', () => {
    const text = message('files.diskFull', message('library.theExport'));
    expect(formatMessage(text)).toBe(messages.files.diskFull(messages.library.theExport));
  });

  it('of any text survives JSON and its schema, and says the same then', () => {
    fc.assert(
      fc.property(anyMessage, (given) => {
        const read = messageSchema.parse(JSON.parse(JSON.stringify(given)));
        expect(formatMessage(read)).toBe(formatMessage(given));
      }),
    );
  });

  it('with an id that this version does not have reads as what stands beside it, else as what it names', () => {
    const unknown = { id: 'kitchen.cupIsEmpty', values: ['blue', 2] };
    expect(formatMessage(unknown, 'The cup is empty.')).toBe('The cup is empty.');
    expect(formatMessage(unknown)).toBe('blue 2');
    for (const id of ['', 'failures', 'failures.stopped.length', 'constructor', 'failures.toString', '__proto__.polluted'])
      expect(formatMessage({ id, values: [] }, 'other')).toBe('other');
  });

  it('with too few values, as another version may have written it, reads as what stands beside it', () => {
    const id: MessageId = 'connections.noKey';
    expect(formatMessage({ id, values: [] }, 'No key.')).toBe('No key.');
  });
});

describe('The text of a failure', () => {
  it('survives JSON and its schema, and renders to the same English that stands beside it', () => {
    fc.assert(
      fc.property(anyMessage, (text) => {
        const { failure } = fail('conflict', text);
        expect(failure.message).toBe(formatMessage(text));
        const read = failureSchema.parse(JSON.parse(JSON.stringify(failure)));
        expect(read).toEqual(failure);
        expect(formatFailure(read)).toBe(failure.message);
      }),
    );
  });

  it('is what a failure says that the previous version wrote without one', () => {
    const row = '{"kind":"outcome-unknown","message":"How this ended is not known.","charged":"unknown","next":"generate-anew"}';
    const read = failureSchema.parse(JSON.parse(row));
    expect(read.next).toBe('generate-again');
    expect(formatFailure(read)).toBe('How this ended is not known.');
    expect(formatMessage(readText(read))).toBe('How this ended is not known.');
  });

  it('of a later version, or one that cannot be read, leaves the English that stands beside it', () => {
    const row = { kind: 'conflict', message: 'The cup is empty.', charged: 'no', next: 'none' };
    for (const text of [{ id: 'kitchen.cupIsEmpty', values: [] }, { id: 3 }, 'words', { id: 'failures.stopped', values: [{}] }])
      expect(formatFailure(failureSchema.parse({ ...row, text }))).toBe('The cup is empty.');
  });

  it('is replaced together with its English when a failure is passed on in other words', () => {
    const { failure } = fail('disk-full', message('files.diskFull', 'The take'), { requestId: 'r-1' });
    const longer = reword(failure, message('bucket.bucketIsSetInAccount', readText(failure)), { next: 'none' });
    expect(longer).toMatchObject({ kind: 'disk-full', requestId: 'r-1', next: 'none' } satisfies Partial<Failure>);
    expect(longer.message).toBe('The take could not be written: the disk is full. The bucket is set in Account.');
    expect(formatFailure(longer)).toBe(longer.message);
  });
});
