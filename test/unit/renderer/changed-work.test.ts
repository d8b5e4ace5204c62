import { describe, expect, it } from 'vitest';
import { attributesOf, createBlock } from '#shared/narration/document.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import { findChangedWork, isOtherwiseMade } from '../../../src-renderer/features/narration/repair/changed-work.ts';
import { takeOf } from '../../helpers/fake-project.ts';

const defaults = { ...noDefaults, voiceId: 'anna' };
const take = takeOf('block0001', 'The lamp burns. Nobody came.');
const attributes = attributesOf(createBlock('', { id: 'block0001' }));
const block = { text: 'The lamp burns. Everybody came.', attributes, take, state: 'stale' as const };
const work = (change: Partial<typeof block> = {}, project = defaults, connectionId = 'local') =>
  findChangedWork({ ...block, ...change }, project, connectionId);

describe('what is offered of a block whose text has changed', () => {
  it('is something else once its text or its take is another', () => {
    expect(work()).toBeDefined();
    expect(work({ text: 'The lamp burns. Somebody came.' })).not.toBe(work());
    expect(work({ take: { ...take, id: 'take00000000other' } })).not.toBe(work());
    expect(work()).toBe(work());
  });

  it('is nothing where voice, model, controls or service are not those of its take, whether its own or those of the project', () => {
    expect(work({ attributes: { ...attributes, voiceId: 'ben' } })).toBeUndefined();
    expect(work({ attributes: { ...attributes, modelId: 'model-2' } })).toBeUndefined();
    expect(work({ attributes: { ...attributes, controls: { speed: 1.5 } } })).toBeUndefined();
    expect(work({}, { ...defaults, voiceId: 'ben' })).toBeUndefined();
    expect(work({}, defaults, 'elsewhere')).toBeUndefined();
    expect(isOtherwiseMade({ ...block, attributes: { ...attributes, voiceId: 'ben' } }, defaults, 'local')).toBe(true);
    expect(isOtherwiseMade(block, defaults, 'local')).toBe(false);
  });

  it('is nothing for a block that is locked or says what its take says', () => {
    expect(work({ attributes: { ...attributes, locked: true } })).toBeUndefined();
    expect(findChangedWork({ ...block, state: 'done' }, defaults, 'local')).toBeUndefined();
  });
});
