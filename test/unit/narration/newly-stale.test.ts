import { expect, it } from 'vitest';
import { attributesOf, createBlock, schema } from '#shared/narration/document.ts';
import { findNewlyStale } from '#shared/narration/made-stale.ts';
import { blockFingerprint, noDefaults, type ProjectDefaults } from '#shared/narration/shape.ts';
import { takeOf } from '../../helpers/fake-project.ts';

const connectionId = 'local';
const project: ProjectDefaults = { ...noDefaults, voiceId: 'anna' };
const blocks = ['The SQL lamp.', 'The SQL sea.', 'Nobody came.'].map((text, index) => createBlock(text, { id: `block000${index}` }));
const document = schema.node('doc', null, blocks);
const takeOfNow = (index: number, defaults = project) => {
  const node = blocks[index]!;
  const fingerprint = blockFingerprint({ attributes: attributesOf(node), text: node.textContent }, defaults, connectionId)!;
  return { ...takeOf(`block000${index}`, node.textContent), id: `take000${index}${fingerprint.slice(0, 8)}`, fingerprint };
};
const sequel: ProjectDefaults = { ...project, pronunciations: [{ written: 'SQL', spoken: 'sequel', language: null, voice: null }] };
const stale = (takes: Parameters<typeof findNewlyStale>[2]['takes'], after = sequel, edited = document) =>
  findNewlyStale({ document, defaults: project }, { document: edited, defaults: after }, { takes, connectionId });

it('counts the blocks that had sound of what they were, whether an edit, a voice or a pronunciation makes it stale', () => {
  const takes = [0, 1, 2].map((index) => takeOfNow(index));
  expect(stale(takes)).toEqual(['block0000', 'block0001']);
  expect(stale(takes, { ...project, voiceId: 'ben' })).toEqual(['block0000', 'block0001', 'block0002']);
  const edited = schema.node('doc', null, [blocks[0]!, blocks[1]!, createBlock('Somebody came.', { id: 'block0002' })]);
  expect(stale(takes, project, edited)).toEqual(['block0002']);
  expect(stale(takes, project)).toEqual([]);
});

it('counts no block without sound, none that was stale before, and none that has a take of what it will be', () => {
  expect(stale([])).toEqual([]);
  const old = { ...takeOfNow(0), fingerprint: 'of an earlier text' };
  expect(stale([old, takeOfNow(1)])).toEqual(['block0001']);
  expect(stale([takeOfNow(0), takeOfNow(1), takeOfNow(1, sequel)])).toEqual(['block0000']);
});
