import { expect, it } from 'vitest';
import { withCharacters } from '#shared/narration/cast.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import { useProject } from '../../../src-renderer/core/project/project.ts';
import { voicingCommands } from '../../../src-renderer/features/narration/voicing/voicing-commands.ts';

it('the palette lists a command for each character of the cast, and none for characters that are not there', () => {
  const listed = () =>
    voicingCommands().flatMap((command) => (command.id.startsWith('cast.assign-') && command.isListed?.() === true ? [command.id] : []));
  useProject.setState({ details: { ...noDefaults, cast: [] } as never });
  expect(listed()).toEqual([]);
  useProject.setState({ details: { ...noDefaults, cast: withCharacters([], ['Anna', 'Ben']) } as never });
  expect(listed()).toEqual(['cast.assign-1', 'cast.assign-2']);
});
