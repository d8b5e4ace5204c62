import { characterOf, voiceOf, type ProjectDefaults } from './shape.ts';
import type { BlockFacts } from './chapter-timeline.ts';

/** Whether a block has words and no whole take of what it is now, chosen or not. */
export const isWanting = ({ words, heard }: Pick<BlockFacts, 'words' | 'heard'>): boolean => words > 0 && heard?.made !== true;

/** Why the service would refuse a block whatever it is asked. */
export type VoiceProblem = 'no-voice' | 'voice-elsewhere';

/** What alone keeps a block from being generated. */
export type Obstacle = VoiceProblem | 'too-long';

const obstacles: readonly Obstacle[] = ['no-voice', 'voice-elsewhere', 'too-long'];

interface MayBeMade {
  wanting: boolean;
  locked: boolean;
  problem: string | undefined;
}

/**
 * What "Generate all" makes: blocks that want sound, are not locked, whose voice the service may have, and that are not too long for their model.
 * `problem` may be any other, too.
 */
export const isToMake = (block: MayBeMade): boolean => block.wanting && !block.locked && obstacleOf(block) === undefined;

/** Why it leaves out a block that it would make otherwise. */
export const obstacleOf = ({ wanting, locked, problem }: MayBeMade): Obstacle | undefined =>
  wanting && !locked ? obstacles.find((obstacle) => obstacle === problem) : undefined;

/** Whether the character of a block has no voice. A block of nobody has the project's, which is asked for once. */
export const lacksVoice = (attributes: Parameters<typeof characterOf>[0], project: Pick<ProjectDefaults, 'voiceId' | 'cast'>): boolean =>
  voiceOf(attributes, project) === null && characterOf(attributes, project) !== undefined;
