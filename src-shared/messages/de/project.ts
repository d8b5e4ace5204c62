import type { Messages } from '../shape.ts';

export const project: Messages['project'] = {
  editRejected: (problem) => `Die Änderung wurde nicht übernommen, da sie das Kapitel beschädigen würde. ${problem}`,
};
