import { findCharacter, type Character } from './cast.ts';
import type { BlockAttributes, Controls } from './document.ts';
import { spokenText, type PronunciationTables, type SpokenText } from './pronunciation.ts';
import { fingerprintOf, type Shape } from './take.ts';

/** What blocks fall back to where they name no voice, model or settings of their own, and how their words are said. */
export interface ProjectDefaults extends PronunciationTables {
  voiceId: string | null;
  modelId: string | null;
  cast: readonly Character[];
}

/** Of a project that says nothing. */
export const noDefaults: ProjectDefaults = { voiceId: null, modelId: null, cast: [], pronunciations: [], sharedPronunciations: [] };

/** The attributes that decide on the voice. A block that was written before there were characters has none. */
type Voiced = Pick<BlockAttributes, 'voiceId'> & Partial<Pick<BlockAttributes, 'characterId'>>;
type Shaped = Voiced & Pick<BlockAttributes, 'controls'>;

/** The character of a block; one that the cast does not have any more is none. */
export function characterOf({ characterId = null }: Voiced, { cast }: Pick<ProjectDefaults, 'cast'>): Character | undefined {
  return findCharacter(cast, characterId);
}

/**
 * The voice that speaks a block: its own, else its character's, else the project's. `null` while there is none, also where its character has none
 * yet: nobody means the narrator's voice then.
 */
export function voiceOf(attributes: Voiced, project: Pick<ProjectDefaults, 'voiceId' | 'cast'>): string | null {
  if (attributes.voiceId !== null) return attributes.voiceId;
  const character = characterOf(attributes, project);
  return character ? character.voiceId : project.voiceId;
}

/**
 * The model of a block; `null` stands for the voice's default, and then none is sent. A character's model belongs to the character's voice, and
 * the project's to the project's voice: a block with another voice does not inherit it, for that voice may not have it.
 */
export function modelOf(
  attributes: Voiced & Pick<BlockAttributes, 'modelId'>,
  project: Pick<ProjectDefaults, 'voiceId' | 'modelId' | 'cast'>,
): string | null {
  if (attributes.modelId !== null) return attributes.modelId;
  const voiceId = voiceOf(attributes, project);
  const character = characterOf(attributes, project);
  if (character && character.modelId !== null && voiceId === character.voiceId) return character.modelId;
  return voiceId === project.voiceId ? project.modelId : null;
}

/** The controls of a block: its own, each else its character's. */
export function controlsOf(attributes: Shaped, project: Pick<ProjectDefaults, 'cast'>): Controls {
  const character = characterOf(attributes, project);
  return character ? { ...character.controls, ...attributes.controls } : attributes.controls;
}

/** What is sent for the text of a block. */
export function spokenOf(block: { attributes: Shaped; text: string }, project: Omit<ProjectDefaults, 'modelId'>): SpokenText {
  return spokenText(block.text, project, voiceOf(block.attributes, project), controlsOf(block.attributes, project).language);
}

/** Whether more would be sent for a block than `limit`, in UTF-16 units. */
export function isLonger(block: { attributes: Shaped; text: string }, project: Omit<ProjectDefaults, 'modelId'>, limit: number): boolean {
  // Only a text that may be too long is looked at.
  const isRespelled = project.pronunciations.length + project.sharedPronunciations.length > 0;
  return limit < Infinity && (isRespelled || block.text.length > limit) && spokenOf(block, project).text.length > limit;
}

/**
 * Everything that shapes the sound of a block, or `undefined` where there is nothing to make: no words or no voice. Its
 * fingerprint decides whether a take is stale and whether work is paid for already, so every side must take it from here.
 */
export function shapeOf(
  block: { attributes: Shaped & Pick<BlockAttributes, 'modelId'>; text: string },
  project: ProjectDefaults,
  connectionId: string,
): Shape | undefined {
  const { attributes } = block;
  const { text } = spokenOf(block, project);
  const voiceId = voiceOf(attributes, project);
  if (text === '' || voiceId === null) return undefined;
  return { connectionId, text, voiceId, modelId: modelOf(attributes, project), controls: sentControls(controlsOf(attributes, project)) };
}

/** The fingerprint of a block, or `undefined` as in `shapeOf`. */
export function blockFingerprint(...block: Parameters<typeof shapeOf>): string | undefined {
  const shape = shapeOf(...block);
  return shape && fingerprintOf(shape);
}

/** An emptied instruction is none. */
function sentControls(controls: Controls): Controls {
  const { instruction, ...rest } = controls;
  return instruction === undefined || instruction.trim() === '' ? rest : { ...rest, instruction };
}
