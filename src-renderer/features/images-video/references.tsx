import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconLink, IconPhoto, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useShallow } from 'zustand/shallow';
import type { MediaModel } from '#shared/catalogue/media.ts';
import type { ReferenceRole } from '#shared/operations/media.ts';
import { modelsOf } from './media-store.ts';
import { chosenModel, mediaProblems, mostOf, rolesOf, withRoles, type Reference } from './form-store.ts';
import { takenInWords } from '../../core/sources/sources-store.ts';
import { useSources } from '../../core/sources/sources.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import classes from './references.module.css';
import { messages } from '#shared/messages/index.ts';
import {
  useMedia,
  addAddress,
  addReferenceFiles,
  changeMediaForm,
  placeReference,
  removeReference,
  setRole,
  useMediaForm,
} from './stores.ts';

const roleWords: Readonly<Record<ReferenceRole, string>> = {
  reference: messages.imagesVideo.referenceLabel,
  'first-frame': messages.imagesVideo.firstFrameLabel,
  'last-frame': messages.imagesVideo.lastFrameLabel,
};

/** The pictures that the request refers to, in their order: files, addresses, or out of the gallery. `fills`: there is nothing else on the stage. */
export function References({ fills }: { fills: boolean }) {
  const form = useMediaForm((state) => state.form);
  const addressProblem = useMediaForm((state) => state.addressProblem);
  const { adding, fileProblem } = useMediaForm(useShallow((state) => ({ adding: state.adding, fileProblem: state.fileProblem })));
  const [byLink, setByLink] = useState(false);
  const models = useMedia((state) => modelsOf(state, form.kind));
  const model = chosenModel(form, models);
  const [dragged, setDragged] = useState<string>();
  const problem = mediaProblems({ form, asked: false }, model).references;
  const takesNone = mostOf(model) === 0;
  if (!fills && takesNone && form.references.length === 0) return null;
  const roles = rolesOf(model);
  const isTyping = !takesNone && (byLink || form.typed !== '' || addressProblem !== undefined);
  return (
    <section className={classes.references} aria-label={messages.imagesVideo.referenceImages} data-fills={fills || undefined}>
      <KeptFocus state={form.references.length}>
        {form.references.length > 0 && !takesNone && (
          <ol className={classes.list} aria-label={messages.imagesVideo.referencesInOrder}>
            {withRoles(form.references, model).map((reference, place) => (
              <Row
                key={reference.id}
                reference={reference}
                place={place}
                count={form.references.length}
                roles={roles}
                dragged={dragged === reference.id}
                onDrag={setDragged}
                onDrop={() => {
                  if (dragged !== undefined) placeReference(dragged, place);
                  setDragged(undefined);
                }}
              />
            ))}
          </ol>
        )}
        {model && takesNone && form.references.length > 0 && (
          <p className={classes.note} role="status">
            {messages.imagesVideo.referencesNotSent(model.name, messages.imagesVideo.reference(form.references.length))}
          </p>
        )}
        {problem !== undefined && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        {(!takesNone || (fills && form.references.length === 0)) && (
          <ReferenceZone model={model} fills={fills && form.references.length === 0}>
            {!isTyping && (
              <Button variant="default" onClick={() => setByLink(true)}>
                {messages.sources.byLink}
              </Button>
            )}
          </ReferenceZone>
        )}
        {adding !== undefined && (
          <p className={classes.note} role="status">
            {messages.sources.adding(adding)}
          </p>
        )}
        {fileProblem !== undefined && (
          <p className={classes.problem} role="alert">
            {fileProblem}
          </p>
        )}
        {isTyping && <AddressForm focused={byLink} />}
      </KeptFocus>
    </section>
  );
}

/** Where pictures are dropped; says what the model takes, or why no file can be given. */
function ReferenceZone({ model, fills, children }: { model: MediaModel | undefined; fills: boolean; children: ReactNode }) {
  const whyNoFile = useSources((state) => state.whyNoFile);
  const isReady = useStudio((state) => state.connection?.state === 'ready');
  const none = model !== undefined && mostOf(model) === 0;
  const why = none
    ? messages.imagesVideo.modelTakesNone(model.name)
    : (whyNoFile ?? (isReady && whyNoFile === null ? undefined : messages.sources.filesWhenReady));
  return (
    <DropZone
      name={messages.imagesVideo.referenceImages}
      shape={fills ? 'stage' : 'usual'}
      icon={<IconPhoto size={iconSize.hero} stroke={1.4} aria-hidden />}
      takes={[messages.imagesVideo.referencesOptional, model && takesWords(model), `${takenInWords('image')}.`].filter(Boolean).join(' ')}
      accept=".png,.jpg,.jpeg,.webp"
      unavailable={why}
      onFiles={(files) => void addReferenceFiles(files)}
    >
      {!none && children}
    </DropZone>
  );
}

function takesWords(model: MediaModel): string {
  const most = mostOf(model);
  const roles = rolesOf(model);
  const what = roles.includes('first-frame')
    ? messages.imagesVideo.firstAndLastFrame
    : most === 1
      ? messages.imagesVideo.oneReference
      : messages.imagesVideo.upToOrdered(messages.imagesVideo.reference(most));
  const { resolutions } = model.references;
  const only =
    resolutions && model.resolutions && resolutions.length < model.resolutions.length
      ? messages.imagesVideo.onlyAt(resolutions.join(', '))
      : '';
  return messages.imagesVideo.takesReferences(what, only);
}

/** Where an address is typed. It stays open while something is in it: what is typed is sent too. */
function AddressForm({ focused }: { focused: boolean }) {
  const typed = useMediaForm((state) => state.form.typed);
  const problem = useMediaForm((state) => state.addressProblem);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault();
        addAddress();
      }}
    >
      <TextInput
        ref={field}
        className={classes.address ?? ''}
        label={messages.imagesVideo.referenceUrl}
        description={messages.sources.urlNote}
        placeholder="https://example.com/lighthouse.png"
        value={typed}
        error={problem}
        maxLength={4096}
        onChange={(event) => {
          changeMediaForm({ typed: event.currentTarget.value });
          useMediaForm.setState({ addressProblem: undefined });
        }}
      />
      <Button type="submit" variant="default">
        {messages.imagesVideo.add}
      </Button>
    </form>
  );
}

interface RowProps {
  reference: Reference;
  place: number;
  count: number;
  roles: readonly ReferenceRole[];
  dragged: boolean;
  onDrag: (id: string | undefined) => void;
  onDrop: () => void;
}

function Row({ reference, place, count, roles, dragged, onDrag, onDrop }: RowProps) {
  const { id, role, from } = reference;
  const picture = 'record' in from ? from.record.operation.files[0]?.url : from.shown?.url;
  const name = 'record' in from ? from.record.order.prompt : (from.shown?.name ?? from.address);
  const number = messages.imagesVideo.referenceNumber(String(place + 1));
  return (
    <li
      className={classes.row}
      draggable
      data-dragged={dragged || undefined}
      onDragStart={() => onDrag(id)}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <IconGripVertical size={iconSize.normal} aria-hidden className={classes.grip} />
      <span className={classes.place}>{place + 1}</span>
      {picture !== undefined ? (
        <img className={classes.thumb} src={picture} alt="" />
      ) : (
        <IconLink size={iconSize.large} aria-hidden className={classes.grip} />
      )}
      <span className={classes.name}>{name}</span>
      <span className={classes.acts}>
        {roles.length > 1 && (
          <Select
            className={classes.role ?? ''}
            aria-label={messages.imagesVideo.roleOf(number)}
            allowDeselect={false}
            data={roles.map((value) => ({ value, label: roleWords[value] }))}
            value={role}
            onChange={(value) => {
              const chosen = roles.find((one) => one === value);
              if (chosen) setRole(id, chosen);
            }}
          />
        )}
        <Move name={messages.imagesVideo.moveUp(number)} ends={place === 0} onPress={() => placeReference(id, place - 1)}>
          <IconArrowUp size={iconSize.normal} aria-hidden />
        </Move>
        <Move name={messages.imagesVideo.moveDown(number)} ends={place === count - 1} onPress={() => placeReference(id, place + 1)}>
          <IconArrowDown size={iconSize.normal} aria-hidden />
        </Move>
        <ActionIcon aria-label={messages.imagesVideo.remove(number)} onClick={() => removeReference(id)}>
          <IconX size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
}

/** At its end (`ends`) there is nowhere to go; it keeps the focus all the same, so that who has moved it there goes on from it. */
function Move({ name, ends, onPress, children }: { name: string; ends: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <ActionIcon aria-label={name} {...(ends ? { 'data-disabled': true } : {})} aria-disabled={ends} onClick={ends ? undefined : onPress}>
      {children}
    </ActionIcon>
  );
}
