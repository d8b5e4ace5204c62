import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { iconSize } from '../lib/icon-size.ts';
import { carriesFiles, watchDraggedFiles } from './dragged-files.ts';
import { useDropTargets, type DropTarget } from './drop-targets.ts';
import classes from './drop-zone.module.css';
import { messages } from '#shared/messages/index.ts';

interface DropZoneProps {
  /** What is dropped here, as the zone's name: `Recordings`. */
  name: string;
  /** What it takes, in words: `WAV, MP3 or M4A, up to 10 MB each`. */
  takes: string;
  /** The same for the file dialog: endings or types, as `<input accept>` has them. */
  accept: string;
  multiple?: boolean;
  /** A drop may bring more than the one file that the button chooses. */
  dropsMore?: boolean;
  /** `stage`: fills the place that it is given. `row`: its buttons alone, where the stage says the rest. */
  shape?: DropShape;
  /** What it fills; zones that fill the same are one to the window. Without it, its name. */
  fills?: string;
  /** In place of the arrow of a stage: a picture of what is dropped there. */
  icon?: ReactNode;
  /** Why nothing can be dropped now, in words. */
  unavailable?: string | undefined;
  /** Everything that was dropped or chosen; the caller checks it. */
  onFiles: (files: readonly File[]) => void;
  /** Takes a drop as it is, folders in it; read in the event itself. Then folders can be chosen, too. */
  onTransfer?: (transfer: DataTransfer) => void;
  /** Further ways to the same, beside the button. */
  children?: ReactNode;
}

type DropShape = 'usual' | 'stage' | 'row';

/**
 * A place for files. It lights up as soon as files are dragged over the window, says what it takes, and gives the same by a
 * button, for those who do not drag.
 */
export function DropZone({
  name,
  takes,
  accept,
  multiple = true,
  dropsMore = multiple,
  shape = 'usual',
  fills = name,
  icon,
  unavailable,
  onFiles,
  onTransfer,
  children,
}: DropZoneProps) {
  const near = useFilesNear();
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const give = (files: FileList | null, all = multiple): void => {
    if (files && files.length > 0) onFiles([...files].slice(0, all ? undefined : 1));
  };
  const take = (transfer: DataTransfer): void => {
    if (onTransfer) onTransfer(transfer);
    else give(transfer.files, dropsMore);
  };
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const target: DropTarget = {
      name,
      fills,
      words: unavailable ?? takes,
      take: unavailable === undefined ? (transfer) => latest.current(transfer) : undefined,
    };
    useDropTargets.setState(({ targets }) => ({ targets: [...targets, target] }));
    return () => useDropTargets.setState(({ targets }) => ({ targets: targets.filter((other) => other !== target) }));
  }, [name, fills, takes, unavailable]);
  const onDrag = (event: DragEvent): void => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = unavailable === undefined ? 'copy' : 'none';
    setOver(unavailable === undefined);
  };
  return (
    <DropZoneShape
      name={name}
      fills={fills}
      shape={shape}
      icon={icon}
      words={unavailable ?? (over ? messages.shapes.dropToAdd(takes) : takes)}
      state={unavailable !== undefined ? 'unavailable' : over ? 'over' : near ? 'near' : 'idle'}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (unavailable === undefined) take(event.dataTransfer);
      }}
      button={
        <>
          <Button variant="default" disabled={unavailable !== undefined} onClick={() => input.current?.click()}>
            {multiple ? messages.shapes.chooseFiles : messages.shapes.chooseAFile}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept={accept}
            multiple={multiple}
            onChange={(event) => {
              give(event.currentTarget.files);
              event.currentTarget.value = '';
            }}
          />
          {onTransfer && <FolderButton unavailable={unavailable !== undefined} onFiles={onFiles} />}
          {children}
        </>
      }
    />
  );
}

/** The keyboard goes on where a file comes in: what filled the place is gone, or it was come for. */
export const focusZone = (fills: string): void =>
  document.querySelector<HTMLElement>(`[data-fills="${CSS.escape(fills)}"] button:not(:disabled)`)?.focus({ preventScroll: true });

/** All files of a folder and of what is in it, as the browser's own dialog gives them. */
function FolderButton({ unavailable, onFiles }: { unavailable: boolean; onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="default" disabled={unavailable} onClick={() => input.current?.click()}>
        {messages.shapes.chooseAFolder}
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          if (element) element.webkitdirectory = true;
        }}
        type="file"
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

interface DropZoneShapeProps extends Pick<React.ComponentProps<'section'>, 'onDragEnter' | 'onDragOver' | 'onDragLeave' | 'onDrop'> {
  name: string;
  words: string;
  state: 'idle' | 'near' | 'over' | 'unavailable';
  fills?: string;
  shape?: DropShape;
  icon?: ReactNode;
  button: React.ReactNode;
}

/** The zone as it looks; `DropZone` gives it its life. */
export function DropZoneShape({ name, words, state, fills, shape = 'usual', icon, button, ...on }: DropZoneShapeProps) {
  const isRow = shape === 'row';
  // A stage stands for itself in its panel; any other zone is a part of a section, which has a heading of its own.
  const Heading = shape === 'stage' ? 'h2' : 'h3';
  return (
    <section className={classes.zone} aria-label={name} data-state={state} data-shape={shape} data-fills={fills} data-drop-zone {...on}>
      {!isRow && (
        <div className={classes.icon} aria-hidden>
          {(shape === 'stage' && icon) || <IconUpload size={iconSize.wide} stroke={1.6} aria-hidden />}
        </div>
      )}
      {(!isRow || state === 'over' || state === 'unavailable') && (
        <div className={classes.words}>
          {!isRow && (
            <Heading className={classes.name}>{state === 'over' && shape !== 'stage' ? messages.shapes.dropOn(name) : name}</Heading>
          )}
          <p className={classes.takes}>{words}</p>
        </div>
      )}
      <div className={classes.buttons}>{button}</div>
    </section>
  );
}

/** True while files are dragged over any part of the window. */
export function useFilesNear(): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => watchDraggedFiles((dragged) => setNear(dragged !== undefined)), []);
  return near;
}
