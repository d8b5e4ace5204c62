import { stores } from '../stores.ts';

export const useUnknownPrice = stores.unknownPrice.store;
export const { mayBuy, answerQuestion } = stores.unknownPrice;
