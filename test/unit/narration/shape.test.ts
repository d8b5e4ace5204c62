import { describe, expect, it } from 'vitest';
import { noDefaults, blockFingerprint, modelOf, shapeOf } from '#shared/narration/shape.ts';

const block = (text: string, attributes: Partial<Parameters<typeof shapeOf>[0]['attributes']> = {}) => ({
  text,
  attributes: { voiceId: null, modelId: null, controls: {}, ...attributes },
});
const project = { ...noDefaults, voiceId: 'anna', modelId: 'alpha-s1' };

describe('the shape of a block', () => {
  it('is nothing without words or without a voice', () => {
    expect(shapeOf(block(' \t '), project, 'local')).toBeUndefined();
    expect(shapeOf(block('Hello.'), noDefaults, 'local')).toBeUndefined();
  });

  it('falls back to the project, and does not give its model to another voice', () => {
    expect(shapeOf(block('Hello.'), project, 'local')).toMatchObject({ voiceId: 'anna', modelId: 'alpha-s1' });
    expect(shapeOf(block('Hello.', { voiceId: 'bert' }), project, 'local')).toMatchObject({ voiceId: 'bert', modelId: null });
    expect(modelOf({ voiceId: 'anna', modelId: null }, project)).toBe('alpha-s1');
    expect(modelOf({ voiceId: 'bert', modelId: 'beta-2.8-hd' }, project)).toBe('beta-2.8-hd');
  });

  it('does not change with white space around the text or an emptied instruction, so that nothing is paid for twice', () => {
    const fingerprint = blockFingerprint(block('Hello there.'), project, 'local');
    expect(blockFingerprint(block('  Hello there. ', { controls: { instruction: ' ' } }), project, 'local')).toBe(fingerprint);
  });

  it('changes with the text, the voice, the model, a control and the connection', () => {
    const prints = [
      blockFingerprint(block('Hello.'), project, 'local'),
      blockFingerprint(block('Hello!'), project, 'local'),
      blockFingerprint(block('Hello.', { voiceId: 'bert' }), project, 'local'),
      blockFingerprint(block('Hello.', { modelId: 'alpha-s2pro' }), project, 'local'),
      blockFingerprint(block('Hello.', { controls: { speed: 1.1 } }), project, 'local'),
      blockFingerprint(block('Hello.'), project, 'https://service.example'),
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });
});
