import { itHoldsInSchedules } from './usual.ts';

itHoldsInSchedules(25);
