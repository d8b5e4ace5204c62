import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFailure } from '#shared/failure.ts';
import { createEventDecoder, type ServerSentEvent } from '#main/service-client/server-sent-events.ts';

const utf8 = new TextEncoder();

function decode(chunks: readonly Uint8Array[], maximum?: number): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const decoder = createEventDecoder((event) => events.push(event), maximum);
  for (const chunk of chunks) decoder.push(chunk);
  return events;
}

const decodeText = (text: string): ServerSentEvent[] => decode([utf8.encode(text)]);

/** The grammar of the HTML standard, "Interpreting an event stream", line by line over the whole text. */
function reference(text: string): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  let data: string[] = [];
  let name = '';
  let id: string | undefined;
  const lines = text.replace(/^\uFEFF/u, '').split(/\r\n|\r|\n/u);
  for (const line of lines.slice(0, -1)) {
    if (line === '') {
      if (data.length > 0) events.push({ name: name === '' ? 'message' : name, data: data.join('\n'), id });
      data = [];
      name = '';
      id = undefined;
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /u, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') name = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
  }
  return events;
}

/** Text that is dense in what the grammar is about. */
const streamText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\n',
        '\r',
        '\r\n',
        '\n\n',
        'data:',
        'data: ',
        'data',
        'event: audio\n',
        'id: 7\n',
        ':',
        ': ping\n',
        ' ',
        'ü',
        '€',
        '😀',
        'a',
      ),
    ),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''));

describe('the decoder of server-sent events', () => {
  it('reads a stream cut anywhere as it reads the whole, also inside CRLF and inside a character', () => {
    fc.assert(
      fc.property(streamText, fc.array(fc.nat(), { maxLength: 12 }), (text, cuts) => {
        const bytes = utf8.encode(text);
        const at = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
        const chunks = [...at, bytes.length].map((end, index) => bytes.subarray(at[index - 1] ?? 0, end));
        expect(decode(chunks)).toEqual(decode([bytes]));
      }),
      { numRuns: 1000 },
    );
  });

  it('reads every stream byte by byte as the standard says', () => {
    fc.assert(
      fc.property(streamText, (text) => {
        const bytes = utf8.encode(text);
        // What a lone CR at the very end terminates is only seen by a reader that knows that nothing follows.
        fc.pre(!text.endsWith('\r'));
        expect(decode([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(reference(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('takes off one byte order mark, joins data lines, ignores comments and unknown fields', () => {
    expect(decodeText('\uFEFFdata: a\ndata: b\n: ping\nnonsense: 1\nevent: audio\nid: 3\n\n')).toEqual([
      { name: 'audio', data: 'a\nb', id: '3' },
    ]);
  });

  it('does not hand out an event that the end of the stream cuts off', () => {
    expect(decodeText('data: whole\n\ndata: half\n')).toEqual([{ name: 'message', data: 'whole', id: undefined }]);
  });

  it('keeps the wait that the stream suggests', () => {
    const decoder = createEventDecoder(() => undefined);
    decoder.push(utf8.encode('retry: 1500\n\n'));
    expect(decoder.retryMs).toBe(1500);
  });

  it.each([
    ['one line that never ends', Array.from({ length: 40 }, () => 'data: xxxxxxxx'.padEnd(64, 'x'))],
    ['one line in one piece', [`data: ${'x'.repeat(3000)}\n\n`]],
    ['many short data lines', Array.from({ length: 400 }, () => 'data: xxxxxxxx\n')],
  ])('fails on %s instead of growing without bound', (_, chunks) => {
    expect(() =>
      decode(
        chunks.map((chunk) => utf8.encode(chunk)),
        1024,
      ),
    ).toThrow(/too long for Voicewright/u);
  });

  it('hands out what came before the event that is too long', () => {
    const events: ServerSentEvent[] = [];
    const decoder = createEventDecoder((event) => events.push(event), 1024);
    expect(() => decoder.push(utf8.encode(`data: good\n\ndata: ${'x'.repeat(3000)}\n\ndata: late\n\n`))).toThrow();
    expect(events.map((event) => event.data)).toEqual(['good']);
    expect(() => decoder.push(utf8.encode('data: later\n\n'))).toThrow();
  });

  it('takes off one byte order mark alone', () => {
    expect(decodeText('\uFEFF\uFEFFdata: a\n\ndata: b\n\n').map((event) => event.data)).toEqual(['b']);
  });

  it('takes an event of as many characters as it may have, and of a longer one says that it may have cost something', () => {
    expect(decode([utf8.encode(`data: ${'x'.repeat(500)}\ndata: ${'x'.repeat(523)}\n\n`)], 1024)).toHaveLength(1);
    let thrown: unknown;
    try {
      decode([utf8.encode(`data: ${'x'.repeat(500)}\ndata: ${'x'.repeat(524)}\n\n`)], 1024);
    } catch (error) {
      thrown = error;
    }
    expect(toFailure(thrown)).toMatchObject({ kind: 'bad-response', charged: 'unknown' });
  });
});
