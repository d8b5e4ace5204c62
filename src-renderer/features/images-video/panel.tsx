import { watchMedia } from './store.ts';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { PanelStage, RequestForm } from '../../ui/panel-stage.tsx';
import { useWhileShown } from '../../core/studio/while-shown.ts';
import { addMediaCommands } from './commands.ts';
import { MediaFailures } from './failures.tsx';
import { MediaFormView } from './form.tsx';
import { Gallery } from './gallery.tsx';
import { MakeAction } from './make-action.tsx';
import { References } from './references.tsx';

/** Images & video: made of a prompt and of other pictures, by what the service's catalogue offers, and kept in a gallery. */
export function ImagesVideoPanel() {
  useWhileShown(watchMedia, addMediaCommands);
  return (
    <PanelFrame title="Images & video" heading={<PanelHeading title="Images & video" />} actions={<MakeAction />}>
      <PanelStage
        form={
          <RequestForm name="New image or video" columns>
            <MediaFormView />
            <References />
          </RequestForm>
        }
      >
        <MediaFailures />
        <Gallery />
      </PanelStage>
    </PanelFrame>
  );
}
