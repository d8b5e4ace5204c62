import { Button } from '@mantine/core';
import { useEffect } from 'react';
import type { DesignRecord } from '#shared/operations/paid.ts';
import { useComparison, watchComparison, duplicateDesign, loadDesigns, useDesigns, watchDesigns } from './stores.ts';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { PanelStage } from '../../ui/panel-stage.tsx';
import { useWhileShown } from '../../core/studio/while-shown.ts';
import { Candidates } from './candidates.tsx';
import { Coming } from './coming.tsx';
import { addDesignCommands } from './commands.ts';
import { CreateAction } from './create-action.tsx';
import { useStudio } from '../../core/studio/studio.ts';
import { belongsElsewhere, isSame } from './designs-store.ts';
import { DesignAgain, DesignFailures, RecordFailure, SaveFailures } from './failures.tsx';
import { History } from './history.tsx';
import { PromptForm } from './prompt-form.tsx';
import { SavedVoice } from './saved-voice.tsx';
import { SaveVoice } from './save-voice.tsx';
import { Starters } from './starters.tsx';
import { moment } from '../../lib/format.ts';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** Design: a voice from a prompt. Candidates of the providers side by side, judged blind, and one of them saved. */
export function DesignPanel() {
  const open = useDesigns(({ open, creating }) =>
    // What is on its way and has nothing yet is shown as that.
    open && creating && open.candidates.length === 0 && isSame(creating.order, open) ? undefined : open,
  );
  useWhileShown(watchDesigns, watchComparison, addDesignCommands);
  return (
    <PanelFrame
      title={messages.design.design}
      heading={<PanelHeading title={messages.design.designAVoice} />}
      actions={<CreateAction />}
      inspector={<History />}
    >
      <PanelStage form={<PromptForm />}>
        <DesignFailures />
        {open ? <Design key={open.operation.operationId} record={open} /> : <NothingOpen />}
      </PanelStage>
    </PanelFrame>
  );
}

function Design({ record }: { record: DesignRecord }) {
  const form = useDesigns((state) => state.form);
  const justSaved = useDesigns((state) => state.savedNow);
  const count = useComparison((state) => state.items.length);
  const saved = record.saves.filter(({ voiceId }) => voiceId !== null).toReversed();
  const { operation } = record;
  return (
    <>
      <header className={classes.head}>
        <h2 className={classes.prompt}>{record.prompt}</h2>
        <span className={classes.facts}>
          {record.candidates.length > 0 && messages.design.candidate(record.candidates.length)}
          {operation.creditsUsed !== null && ` · ${messages.design.credit(operation.creditsUsed)}`}
          <Lifetime record={record} />
        </span>
        <Button className={classes.adjust ?? ''} variant="default" onClick={() => duplicateDesign(record)}>
          {messages.design.duplicateAndAdjust}
        </Button>
      </header>
      <RecordFailure record={record} />
      {count > 0 && <Candidates record={record} />}
      <Expired record={record} />
      <SaveFailures record={record} />
      {form && <SaveVoice record={record} form={form} />}
      {saved.map((save) => (
        <SavedVoice key={save.operation.operationId} record={record} save={save} fresh={save.operation.operationId === justSaved} />
      ))}
    </>
  );
}

/** Longer a browser's timer does not wait. */
const longestWait = 2 ** 31 - 1;

/** The service no longer saves voices of it, and says when that begins: what can be done then. */
function Expired({ record }: { record: DesignRecord }) {
  const expired = useDesigns((state) => state.expired.has(record.operation.operationId));
  const isSaidBelow = useDesigns((state) => state.saveFailure !== undefined);
  const elsewhere = useStudio((state) => belongsElsewhere(record, state.connection?.id));
  const { expiresAt } = record;
  useEffect(() => {
    const left = expiresAt === null ? Number.NaN : Date.parse(expiresAt) - Date.now();
    if (!(left > 0 && left < longestWait)) return;
    const timer = setTimeout(() => void loadDesigns(), left + 1);
    return () => clearTimeout(timer);
  }, [expiresAt]);
  if (!expired || isSaidBelow || elsewhere !== undefined) return null;
  return (
    <div className={classes.expired}>
      <p className={classes.facts}>{messages.design.designExpired}</p>
      <DesignAgain record={record} />
    </div>
  );
}

/** Until when the service saves voices of it. */
function Lifetime({ record }: { record: DesignRecord }) {
  const expired = useDesigns((state) => state.expired.has(record.operation.operationId));
  if (record.operation.state !== 'done' || record.expiresAt === null) return null;
  const end = new Date(record.expiresAt);
  if (Number.isNaN(end.getTime())) return null;
  if (expired) return <> {messages.design.expired}</>;
  return (
    <>
      {messages.design.canBeSavedUntil}
      <time dateTime={record.expiresAt}>{moment(end.getTime())}</time>
    </>
  );
}

/** Before there is a design to listen to: prompts to begin with; while one is made, that. */
function NothingOpen() {
  const creating = useDesigns((state) => state.creating);
  return creating ? <Coming {...creating} /> : <Starters />;
}
