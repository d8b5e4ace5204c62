import { describeEveryCommand } from './every-command.ts';

describeEveryCommand('bare');
describeEveryCommand('rich');
describeEveryCommand('odd');
