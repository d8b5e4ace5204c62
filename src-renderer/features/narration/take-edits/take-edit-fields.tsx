import type { BlockId } from '#shared/ids.ts';
import { messages } from '#shared/messages/index.ts';
import { hasSeams } from '#shared/narration/edited-take.ts';
import { maximumCrossfadeMs, maximumGainDb, minimumGainDb, shortestSoundMs, type TakeEdit } from '#shared/narration/take-edit.ts';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { useProject } from '../../../core/project/project.ts';
import { announce } from '../../../lib/live-region.tsx';
import { mixed, shared, type Shared } from '../../../lib/mixed.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { sameRecords, useKept } from '../saved-view.ts';
import { editTakes, findHeardTake, longestTrimOf, noEdit, type HeardTake } from './edit-takes.ts';
import takeClasses from '../takes/takes.module.css';
import classes from './take-edit-fields.module.css';

/** How the takes of the selected blocks sound: one block or several. Nothing where none has sound. */
export function TakeEditFields({ blockIds }: { blockIds: readonly BlockId[] }) {
  useProject((state) => state.takes);
  const heard = useChapter(useKept(() => blockIds.flatMap((blockId) => findHeardTake(blockId) ?? []), sameRecords<HeardTake>));
  if (heard.length === 0) return null;
  const value = (name: keyof TakeEdit): Shared<number | undefined> => shared(heard.map(({ edit }) => edit[name]));
  const isEdited = heard.some(({ edit }) => Object.keys(edit).length > 0);
  return (
    <div className={classes.fields} role="group" aria-label={messages.takeEdits.group}>
      <Field
        label={messages.takeEdits.gain}
        value={value('gainDb')}
        range={{ min: minimumGainDb, max: maximumGainDb, decimals: 1, unit: messages.takeEdits.dB, step: 0.5 }}
        onCommit={(gainDb) => editTakes(blockIds, () => ({ gainDb }))}
      />
      {heard.some(({ take }) => hasSeams(take)) && (
        <Field
          label={messages.takeEdits.crossfade}
          value={value('crossfadeMs')}
          range={{ min: 0, max: maximumCrossfadeMs, decimals: 0, unit: messages.takeEdits.ms, step: 5 }}
          isAutomatic
          onCommit={(crossfadeMs) => editTakes(blockIds, ({ take }) => (hasSeams(take) ? { crossfadeMs } : {}))}
        />
      )}
      <Trim blockIds={blockIds} heard={heard} end="start" value={value('trimStartMs')} />
      <Trim blockIds={blockIds} heard={heard} end="end" value={value('trimEndMs')} />
      {isEdited && (
        <button
          type="button"
          className={`${takeClasses.link} ${classes.reset}`}
          onClick={() => {
            editTakes(blockIds, () => noEdit);
            announce(messages.takeEdits.resetDone);
          }}
        >
          {messages.takeEdits.reset}
        </button>
      )}
    </div>
  );
}

interface TrimProps {
  blockIds: readonly BlockId[];
  heard: readonly HeardTake[];
  end: 'start' | 'end';
  value: Shared<number | undefined>;
}

function Trim({ blockIds, heard, end, value }: TrimProps) {
  const name = end === 'start' ? 'trimStartMs' : 'trimEndMs';
  const longest = messages.takeEdits.longestTrim(String(shortestSoundMs / 1000));
  // What fits all of them.
  const most = Math.min(...heard.map((each) => longestTrimOf(each, end)));
  return (
    <Field
      label={end === 'start' ? messages.takeEdits.trimStart : messages.takeEdits.trimEnd}
      className={end === 'start' ? classes.newRow : undefined}
      value={value}
      scale={1000}
      range={{ min: 0, max: most / 1000, decimals: 3, unit: messages.takeEdits.s, step: 0.01 }}
      description={value === most && most > 0 ? longest : undefined}
      onCommit={(ms) => {
        editTakes(blockIds, () => ({ [name]: ms }));
        if (ms === most) announce(longest);
      }}
    />
  );
}

interface FieldProps {
  label: string;
  description?: string | undefined;
  className?: string | undefined;
  value: Shared<number | undefined> | undefined;
  /** Of the field’s unit in that of the value. */
  scale?: number;
  range: { min: number; max: number; decimals: number; unit: string; step: number };
  /** Empty, the studio chooses; else empty is 0. */
  isAutomatic?: boolean;
  onCommit: (value: number | undefined) => void;
}

function Field({ label, description, className, value, scale = 1, range, isAutomatic = false, onCommit }: FieldProps) {
  const usual = isAutomatic ? null : 0;
  return (
    <NumberField
      {...range}
      label={label}
      description={description}
      isNoteBelow
      className={className}
      canBeEmpty
      value={value === mixed ? null : value === undefined ? usual : value / scale}
      usual={0}
      placeholder={value === mixed ? messages.narration.mixed : isAutomatic ? messages.takeEdits.automatic : '0'}
      onCommit={(next) => onCommit(next === null ? undefined : scale === 1 ? next : Math.round(next * scale))}
    />
  );
}
