import { watchMedia } from './stores.ts';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { InspectorForm, PanelStage } from '../../ui/panel-stage.tsx';
import { useWhileShown } from '../../core/studio/while-shown.ts';
import { addMediaCommands } from './commands.ts';
import { MediaFailures } from './failures.tsx';
import { MediaFormView } from './form.tsx';
import { Gallery } from './gallery.tsx';
import { MakeAction } from './make-action.tsx';
import { References } from './references.tsx';
import { messages } from '#shared/messages/index.ts';

/** Images & video: made of a prompt and of other pictures, by what the service's catalogue offers, and kept in a gallery. */
export function ImagesVideoPanel() {
  useWhileShown(watchMedia, addMediaCommands);
  return (
    <PanelFrame
      title={messages.imagesVideo.imagesVideo}
      heading={<PanelHeading title={messages.imagesVideo.imagesVideo} />}
      actions={<MakeAction />}
      inspectorHasForm
      inspector={
        <InspectorForm name={messages.imagesVideo.newImageOrVideo}>
          <MediaFormView />
          <References />
        </InspectorForm>
      }
    >
      <PanelStage>
        <MediaFailures />
        <Gallery />
      </PanelStage>
    </PanelFrame>
  );
}
