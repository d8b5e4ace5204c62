import {
  IconBroadcast,
  IconFileText,
  IconLanguage,
  IconPhoto,
  IconMicrophone2,
  IconMoodSmile,
  IconReceipt,
  IconSettings,
  IconUserCircle,
  IconUserPlus,
  IconWand,
  IconWriting,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { AccountPanel } from '../features/account/panel.tsx';
import { addCloneCommands } from '../features/clone/commands.ts';
import { ClonePanel } from '../features/clone/panel.tsx';
import { watchClonePanel } from '../features/clone/watch.ts';
import { addDesignCommands } from '../features/design/commands.ts';
import { DesignPanel } from '../features/design/panel.tsx';
import { addEveryDubbingCommand } from '../features/dubbing/commands.ts';
import { DubbingPanel } from '../features/dubbing/panel.tsx';
import { addMediaCommands } from '../features/images-video/commands.ts';
import { ImagesVideoPanel } from '../features/images-video/panel.tsx';
import { addJobsCommands } from '../features/jobs/commands.ts';
import { JobsPanel } from '../features/jobs/panel.tsx';
import { addLiveCommands } from '../features/live/commands.ts';
import { addEveryLipSyncCommand } from '../features/lip-sync/commands.ts';
import { LipSyncPanel } from '../features/lip-sync/panel.tsx';
import { LivePanel } from '../features/live/panel.tsx';
import { watchLiveState } from '../features/live/stores.ts';
import { addEveryNarrationCommand } from '../features/narration/commands.ts';
import { NarrationPanel } from '../features/narration/panel.tsx';
import { watchNarration } from '../features/narration/stores.ts';
import { addTranscribeCommands } from '../features/transcribe/commands.ts';
import { TranscribePanel } from '../features/transcribe/panel.tsx';
import { addVoicesCommands } from '../features/voices/commands.ts';
import { VoicesPanel } from '../features/voices/panel.tsx';
import { SettingsPanel } from './settings/panel.tsx';
import { messages } from '#shared/messages/index.ts';

/** What stands together in the rail, in its order. */
export const panelGroups = ['script', 'voices', 'live', 'media', 'office', 'foot'] as const;

export interface Panel {
  id: string;
  name: string;
  group: (typeof panelGroups)[number];
  icon: ComponentType<{ size?: number | string; stroke?: number }>;
  view: ComponentType;
  /** True where it shows the open project, and nothing without one. */
  needsProject?: true;
  /** What it follows from the start of the window, shown or not. */
  watch?: () => void;
  /** Adds the commands that it has while it is shown; the palette lists them, and Account and Help their keys, also while it is not. */
  commands?: () => () => void;
}

/** One entry a panel, in the order of the rail. */
export const panels: readonly [Panel, ...Panel[]] = [
  {
    id: 'narration',
    name: messages.window.narration,
    group: 'script',
    icon: IconWriting,
    view: NarrationPanel,
    needsProject: true,
    commands: addEveryNarrationCommand,
    watch: watchNarration,
  },
  { id: 'voices', name: messages.window.voices, group: 'voices', icon: IconMicrophone2, view: VoicesPanel, commands: addVoicesCommands },
  {
    id: 'clone',
    name: messages.window.clone,
    group: 'voices',
    icon: IconUserPlus,
    view: ClonePanel,
    commands: addCloneCommands,
    watch: watchClonePanel,
  },
  { id: 'design', name: messages.window.design, group: 'voices', icon: IconWand, view: DesignPanel, commands: addDesignCommands },
  {
    id: 'live',
    name: messages.window.live,
    group: 'live',
    icon: IconBroadcast,
    view: LivePanel,
    commands: addLiveCommands,
    watch: watchLiveState,
  },
  {
    id: 'lip-sync',
    name: messages.window.lipSync,
    group: 'media',
    icon: IconMoodSmile,
    view: LipSyncPanel,
    commands: addEveryLipSyncCommand,
  },
  {
    id: 'dubbing',
    name: messages.window.dubbing,
    group: 'media',
    icon: IconLanguage,
    view: DubbingPanel,
    commands: addEveryDubbingCommand,
  },
  {
    id: 'transcribe',
    name: messages.window.transcribe,
    group: 'media',
    icon: IconFileText,
    view: TranscribePanel,
    commands: addTranscribeCommands,
  },
  {
    id: 'images-video',
    name: messages.window.imagesVideo,
    group: 'media',
    icon: IconPhoto,
    view: ImagesVideoPanel,
    commands: addMediaCommands,
  },
  { id: 'jobs', name: messages.window.jobs, group: 'office', icon: IconReceipt, view: JobsPanel, commands: addJobsCommands },
  { id: 'account', name: messages.window.account, group: 'office', icon: IconUserCircle, view: AccountPanel },
  { id: 'settings', name: messages.window.settings, group: 'foot', icon: IconSettings, view: SettingsPanel },
];
