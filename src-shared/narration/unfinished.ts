import type { Node } from '@tiptap/pm/model';
import type { BlockId, ChapterId } from '../ids.ts';
import { attributesOf, type BlockAttributes } from './document.ts';
import { characterOf, isLonger, voiceOf, type ProjectDefaults } from './shape.ts';
import type { Take } from './take.ts';
import { buildTimeline } from './chapter-timeline.ts';
import { lacksVoice, type Obstacle } from './what-to-make.ts';

/** A block with text that an export would leave out, or whose sound is of an earlier text or voice; a locked one keeps the sound of another voice on purpose. */
export interface UnfinishedBlock {
  id: BlockId;
  chapterId: ChapterId;
  chapterTitle: string;
  text: string;
  /** Whether it has whole sound, of what it was before. */
  isStale: boolean;
  /** Whether its sound breaks off. */
  isIncomplete: boolean;
  /** It is not generated until somebody unlocks it. */
  isLocked: boolean;
  /**
   * Whether it may be generated unasked: it has no audio of what it is now beside the take that was chosen, is not locked, its character has a voice
   * that the service in use has, and its model takes as much text.
   */
  isToMake: boolean;
  /** What alone keeps it from that, where it is not locked. */
  obstacle: Obstacle | undefined;
  /** Who speaks it, where that is one of the cast. */
  characterId: string | undefined;
}

/** What a service says of voices and models, as far as it is known. */
interface KnownOfService {
  /** True for a voice that only another service has. */
  isElsewhere: (voiceId: string) => boolean;
  /** Characters that the model of a block takes at most. */
  limitOf: (attributes: BlockAttributes, project: ProjectDefaults) => number | undefined;
}

const nothingKnown: KnownOfService = { isElsewhere: () => false, limitOf: () => undefined };

/** The unfinished blocks of one chapter, in order, and how many of its blocks have text. Pure. */
export function findUnfinished(
  chapter: { id: ChapterId; title: string; document: Node },
  takes: readonly Take[],
  defaults: ProjectDefaults,
  connectionId: string,
  known: KnownOfService = nothingKnown,
): { blocks: UnfinishedBlock[]; withText: number } {
  const timeline = buildTimeline(chapter.document, takes, defaults, connectionId);
  const heard = new Map(timeline.blocks.map((block) => [block.blockId, block]));
  const blocks: UnfinishedBlock[] = [];
  let withText = 0;
  chapter.document.forEach((node) => {
    const text = node.textContent.trim();
    if (text === '') return;
    withText += 1;
    const attributes = attributesOf(node);
    const { id, locked } = attributes;
    const sound = heard.get(id);
    const isStale = sound?.stale;
    // A locked block keeps its sound on purpose, though not one that says other words.
    const saysOther = sound !== undefined && timeline.writtenTake(sound).text.trim() !== text;
    if (isStale === undefined || (isStale && (!locked || saysOther))) {
      const isIncomplete = sound !== undefined && sound.take.state !== 'complete';
      const isWanted = sound?.made !== true && !locked;
      const obstacle = isWanted ? findObstacle({ attributes, text }, defaults, known) : undefined;
      blocks.push({
        id,
        chapterId: chapter.id,
        chapterTitle: chapter.title,
        text,
        isStale: isStale === true && !isIncomplete,
        isIncomplete,
        isLocked: locked,
        isToMake: isWanted && obstacle === undefined,
        obstacle,
        characterId: characterOf(attributes, defaults)?.id,
      });
    }
  });
  return { blocks, withText };
}

function findObstacle(
  block: { attributes: BlockAttributes; text: string },
  defaults: ProjectDefaults,
  { isElsewhere, limitOf }: KnownOfService,
): Obstacle | undefined {
  const voiceId = voiceOf(block.attributes, defaults);
  if (lacksVoice(block.attributes, defaults)) return 'no-voice';
  if (voiceId !== null && isElsewhere(voiceId)) return 'voice-elsewhere';
  return isLonger(block, defaults, limitOf(block.attributes, defaults) ?? Infinity) ? 'too-long' : undefined;
}
