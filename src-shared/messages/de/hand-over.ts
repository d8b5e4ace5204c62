import type { Messages } from '../shape.ts';

export const handOver: Messages['handOver'] = {
  fileAdded: (name) => `${name} hinzugefügt.`,
};
