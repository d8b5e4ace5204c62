import type { Messages } from '../index.ts';

export const handOver: Messages['handOver'] = {
  fileAdded: (name) => `${name} hinzugefügt.`,
};
