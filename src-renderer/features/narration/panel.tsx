import { useEffect } from 'react';
import { useProject } from '../../core/project/project.ts';
import { useChapter } from '../../core/chapter/chapter.ts';
import { takeIntent, useWindow } from '../../core/window/window.ts';
import { clock } from '../../lib/format.ts';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { sampleRate } from '#shared/narration/take.ts';
import { AskFirstDialog } from './generate/ask-first-dialog.tsx';
import { ChapterMenu } from './chapter-menu.tsx';
import { addNarrationCommands } from './commands.ts';
import { useDefaultVoice } from './voicing/default-voice.ts';
import { addExportCommands } from './export/commands.ts';
import { ExportButton } from './export/export-button.tsx';
import { ExportDialog } from './export/export-dialog.tsx';
import { Failures } from './generate/failures.tsx';
import { FindBar } from './find/find-bar.tsx';
import { addFindCommands } from './find/find-commands.ts';
import { useHasOtherChapters } from './generate/generate-all-name.ts';
import { GenerateActions } from './generate/generate-actions.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { FoundCharacters } from './voicing/found-characters.tsx';
import { addPickupCommands } from './pickups/pickup-commands.ts';
import { OtherLanguage } from './voicing/other-language.tsx';
import { PronunciationDialog } from './voicing/pronunciation-dialog.tsx';
import { addRepairCommands } from './repair/commands.ts';
import { addTakeEditCommands } from './take-edits/commands.ts';
import { ChangedBelow } from './repair/changed-sentences.tsx';
import { RepairBar } from './repair/repair-bar.tsx';
import { RecastDialog } from './voicing/recast-dialog.tsx';
import { SpeakersDialog } from './voicing/speakers-dialog.tsx';
import { ScriptMenu } from './script/script-menu.tsx';
import { usePickups } from './stores.ts';
import { goToBlock, goToPaidBlock, Script } from './script/script.tsx';
import { ImportDialog } from './manuscript/import-dialog.tsx';
import { VersionsDialog } from './versions/versions-dialog.tsx';
import { VoicelessCharacters } from './voicing/voiceless-characters.tsx';
import { watchSplits } from './stores.ts';
import { takeVoices } from './script/voice-drop.ts';
import { Waveform } from './waveform/waveform.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

const takeDroppedVoices = (script: HTMLElement | null) => takeVoices(script, goToBlock);

/** Narration: the script, its sound, and everything that shapes it. */
export function NarrationPanel() {
  const chapterId = useProject((state) => state.chapterId);
  const pickupsAskedFor = usePickups((state) => state.askedFor);
  const intent = useWindow((state) => state.intent);
  const hasOthers = useHasOtherChapters();
  useDefaultVoice();
  useEffect(() => addNarrationCommands(hasOthers), [hasOthers]);
  useEffect(addFindCommands, []);
  useEffect(addRepairCommands, []);
  useEffect(addExportCommands, []);
  useEffect(addTakeEditCommands, []);
  useEffect(watchSplits, []);
  useEffect(addPickupCommands, []);
  useEffect(() => {
    const paidBlockId = takeIntent('narration')?.paidBlockId;
    if (paidBlockId !== undefined) goToPaidBlock(paidBlockId);
  }, [intent]);
  return (
    <PanelFrame
      title={messages.narration.narration}
      heading={<Heading />}
      actions={
        <>
          <GenerateActions />
          <ExportButton />
        </>
      }
      inspector={<Inspector />}
      showInspector={pickupsAskedFor}
      dock={<Waveform />}
    >
      <div className={classes.stage}>
        <AskFirstDialog />
        <ExportDialog />
        <PronunciationDialog />
        <RecastDialog />
        <SpeakersDialog />
        <ScriptMenu />
        <FoundCharacters />
        <VoicelessCharacters />
        <OtherLanguage />
        <ImportDialog />
        <VersionsDialog />
        <Failures />
        <FindBar />
        <RepairBar />
        <div className={classes.script} ref={takeDroppedVoices}>
          {chapterId !== undefined && <Script key={chapterId} chapterId={chapterId} />}
        </div>
        <ChangedBelow />
      </div>
    </PanelFrame>
  );
}

function Heading() {
  const blocks = useChapter((chapter) => chapter.blocks.length);
  const words = useChapter((chapter) => chapter.timeline.wordCount);
  const seconds = useChapter((chapter) => chapter.timeline.samples / sampleRate);
  return (
    <>
      <ChapterMenu />
      <span className={classes.facts}>
        {seconds > 0 && `${clock(seconds)} · `}
        {messages.narration.block(blocks)}
        <span className={classes.words}> · {messages.narration.word(words)}</span>
      </span>
    </>
  );
}
