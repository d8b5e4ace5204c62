import { openLibrary } from '#main/library/library.ts';
import { FrameBuffer } from '#main/hosts/shared/frame-buffer.ts';
import { operations } from '#shared/operations/index.ts';
import type { Frame, Services } from '#shared/rpc.ts';
import { serve } from '#shared/rpc-server.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { factsOf, toneWav } from './helpers.ts';

/**
 * Main's side of a window, over frames: its parent opens a project, writes in it, and kills it. Meanwhile sounds arrive and are paid for;
 * each is told as `{ paid }` once it is. Ends with its parent.
 */
const [, , directory = '', path = '', round = ''] = process.argv;
const { services, ...library } = await openLibrary({
  profileDirectory: `${directory}/profile`,
  projectsDirectory: `${directory}/projects`,
  log: quietLog(),
  connectionId: () => 'local',
  recent: { list: () => [], opened: () => undefined },
});
const buffer = new FrameBuffer();
const tell = (message: unknown): void => {
  process.send?.(message);
};
process.on('message', (frame) => buffer.receive(frame));
process.on('disconnect', () => process.exit());
serve(
  {
    send: (frame: Frame) => tell({ frame }),
    onFrame: (listener) => buffer.onFrame(listener),
    onClose: (listener) => buffer.onClose(listener),
    close: (reason) => void buffer.close(reason),
    buffered: () => 0,
  },
  // The library's own operations are all that is asked for here.
  { operations, services: services as unknown as Services<typeof operations> },
);

const project = await services['project.open'](
  { path },
  {
    signal: new AbortController().signal,
    emit: () => undefined,
    sends: { [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }) },
  },
);
tell({ project });
for (let count = 0; ; count += 1) {
  const fingerprint = `operation${round}x${count}`;
  const arrival = await library.receive(fingerprint, 'wav');
  await arrival.write(toneWav(2_400 + count));
  const result = await arrival.complete(factsOf(project, 0, { fingerprint }));
  tell({ paid: fingerprint });
  await library.addTake(result);
}
