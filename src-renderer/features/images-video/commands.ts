import { addCommands } from '../../core/commands/commands.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { makeMedia, whyNotMade, changeMediaForm, useMediaForm } from './stores.ts';
import { messages } from '#shared/messages/index.ts';

/** The commands that there are while Images & video is shown. */
export function addMediaCommands(): () => void {
  const group = messages.imagesVideo.imagesVideo;
  return addCommands([
    {
      id: 'media.make',
      title: messages.imagesVideo.makeCommand,
      group,
      keys: ['Mod+Enter'],
      charges: true,
      run: () => void makeMedia(),
      // Why it cannot be reached is said at length by its card.
      unavailable: () => (useStudio.getState().connection?.state === 'failed' ? messages.studio.serviceUnavailable : whyNotMade()),
    },
    {
      id: 'media.kind',
      title: messages.imagesVideo.toggleKind,
      group,
      run: () => changeMediaForm({ kind: useMediaForm.getState().form.kind === 'image' ? 'video' : 'image' }),
    },
  ]);
}
