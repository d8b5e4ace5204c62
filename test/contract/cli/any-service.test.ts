import { describeEveryCommand } from './every-command.ts';

describeEveryCommand('bare');
