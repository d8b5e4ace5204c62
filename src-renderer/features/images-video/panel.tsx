import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { InspectorForm, PanelStage } from '../../ui/panel-stage.tsx';
import { useWhileShown } from '../../core/studio/while-shown.ts';
import { addMediaCommands } from './commands.ts';
import { MediaFailures } from './failures.tsx';
import { MediaFormView } from './form.tsx';
import { FirstExample, Gallery } from './gallery.tsx';
import { hasNothing } from './media-store.ts';
import { MakeAction } from './make-action.tsx';
import { PromptBar } from './prompt-bar.tsx';
import { References } from './references.tsx';
import { useMedia, watchMedia } from './stores.ts';
import { learnReach } from '../../core/sources/sources.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { useEffect } from 'react';
import { messages } from '#shared/messages/index.ts';

/** Images & video: made of a prompt and of other pictures, by what the service's catalogue offers, and kept in a gallery. */
export function ImagesVideoPanel() {
  useWhileShown(watchMedia, addMediaCommands);
  const connected = useStudio(({ connection }) => (connection?.state === 'ready' ? connection.id : undefined));
  useEffect(() => {
    void learnReach();
  }, [connected]);
  const isEmpty = useMedia(hasNothing);
  return (
    <PanelFrame
      title={messages.imagesVideo.imagesVideo}
      heading={<PanelHeading title={messages.imagesVideo.imagesVideo} />}
      actions={<MakeAction />}
      inspectorHasForm
      inspector={
        <InspectorForm name={messages.imagesVideo.newImageOrVideo}>
          <MediaFormView />
        </InspectorForm>
      }
    >
      <PanelStage>
        <MediaFailures />
        <PromptBar />
        <References fills={isEmpty} />
        {isEmpty ? <FirstExample /> : <Gallery />}
      </PanelStage>
    </PanelFrame>
  );
}
