import type { BlockAttributes, Controls } from './document.ts';
import { fingerprintOf, type Shape } from './take.ts';

/** What blocks fall back to where they name no voice or model of their own. */
export interface ProjectDefaults {
  voiceId: string | null;
  modelId: string | null;
}

/** The text that is sent for a block: without the white space around it, which no voice speaks and nobody should pay for twice. */
export function spokenText(text: string): string {
  return text.trim();
}

/** The voice that speaks a block, or `null` while neither the block nor the project names one. */
export function voiceOf(attributes: Pick<BlockAttributes, 'voiceId'>, project: ProjectDefaults): string | null {
  return attributes.voiceId ?? project.voiceId;
}

/**
 * The model of a block; `null` stands for the voice's default, and then none is sent. The project's model belongs to the
 * project's voice: a block with a voice of its own does not inherit it, for that voice may not have it.
 */
export function modelOf(attributes: Pick<BlockAttributes, 'voiceId' | 'modelId'>, project: ProjectDefaults): string | null {
  if (attributes.modelId !== null) return attributes.modelId;
  return voiceOf(attributes, project) === project.voiceId ? project.modelId : null;
}

/**
 * Everything that shapes the sound of a block, or `undefined` where there is nothing to make: no words or no voice. Its
 * fingerprint decides whether a take is stale and whether work is paid for already, so every side must take it from here.
 */
export function shapeOf(
  block: { attributes: Pick<BlockAttributes, 'voiceId' | 'modelId' | 'controls'>; text: string },
  project: ProjectDefaults,
  connectionId: string,
): Shape | undefined {
  const text = spokenText(block.text);
  const voiceId = voiceOf(block.attributes, project);
  if (text === '' || voiceId === null) return undefined;
  return { connectionId, text, voiceId, modelId: modelOf(block.attributes, project), controls: sentControls(block.attributes.controls) };
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
