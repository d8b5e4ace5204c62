import { addCommands } from '../../core/commands/commands.ts';
import { makeMedia, whyNotMade } from './store.ts';
import { changeMediaForm, useMediaForm } from './form-store.ts';

/** The commands that there are while Images & video is shown. */
export function addMediaCommands(): () => void {
  const group = 'Images & video';
  return addCommands([
    {
      id: 'media.make',
      title: 'Make the image or video',
      group,
      keys: ['Mod+Enter'],
      run: () => void makeMedia(),
      unavailable: () => whyNotMade(),
    },
    {
      id: 'media.kind',
      title: 'Change between image and video',
      group,
      run: () => changeMediaForm({ kind: useMediaForm.getState().form.kind === 'image' ? 'video' : 'image' }),
    },
  ]);
}
