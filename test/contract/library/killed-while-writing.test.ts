import { itLosesLittle } from './killed-while-writing.ts';

itLosesLittle(3);
