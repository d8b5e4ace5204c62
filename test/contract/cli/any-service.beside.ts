import { describeEveryCommand } from './every-command.ts';

describeEveryCommand('rich');
describeEveryCommand('odd');
