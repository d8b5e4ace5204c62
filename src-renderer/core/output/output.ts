import { stores } from '../stores.ts';

export const useOutput = stores.output.store;
export const { chooseOutput, nameOutputs, readOutputs, watchOutput } = stores.output;
