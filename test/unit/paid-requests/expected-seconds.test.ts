import { expect, it } from 'vitest';
import { lipSyncPayment } from '#main/features/lip-sync/service.ts';

const order = { videoUrl: 'https://x.example/film.mp4', audioUrl: 'https://x.example/line.mp3' };

it('the seconds that a window expects to be billed count for the caps, and neither go to the service nor tell one work from another', () => {
  const [plain, expected] = [lipSyncPayment(order, 'one'), lipSyncPayment({ ...order, expectedSeconds: 6 }, 'one')];
  expect([plain.amount, expected.amount]).toEqual([undefined, 6]);
  expect({ ...expected, amount: undefined }).toEqual(plain);
});
