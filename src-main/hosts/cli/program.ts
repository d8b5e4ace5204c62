import type { Command } from 'commander';
import { alignCommand } from './align-command.ts';
import { catalogueCommands } from './catalogue-commands.ts';
import { designCommands } from './design-commands.ts';
import { liveCommand } from './live-command.ts';
import { mediaCommands } from './media-commands.ts';
import { projectCommands } from './project-commands.ts';
import { requestCommands } from './request-commands.ts';
import type { Runner } from './run.ts';
import { speakCommand } from './speak-command.ts';
import { transcribeCommand } from './transcribe-command.ts';
import { ttsCommands } from './tts-commands.ts';
import { voiceCommands } from './voice-commands.ts';

/** Every command of the command line, in the order of its help. */
export function addCommands(program: Command, run: Runner): void {
  catalogueCommands(program, run);
  voiceCommands(program, run);
  ttsCommands(program, run);
  speakCommand(program, run);
  liveCommand(program, run);
  transcribeCommand(program, run);
  designCommands(program, run);
  mediaCommands(program, run);
  projectCommands(program, run);
  alignCommand(program, run);
  requestCommands(program, run);
}
