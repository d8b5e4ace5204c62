import { ActionIcon, Button, Input, Select, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconLink, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ReferenceRole } from '#shared/operations/media.ts';
import { modelsOf } from './media-store.ts';
import { chosenModel, mediaProblems, mostOf, rolesOf, withRoles, type Reference } from './form-store.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import classes from './references.module.css';
import { messages } from '#shared/messages/index.ts';
import { useMedia, addAddress, changeMediaForm, placeReference, removeReference, setRole, useMediaForm } from './stores.ts';

const roleWords: Readonly<Record<ReferenceRole, string>> = {
  reference: messages.imagesVideo.referenceLabel,
  'first-frame': messages.imagesVideo.firstFrameLabel,
  'last-frame': messages.imagesVideo.lastFrameLabel,
};

/** The pictures that the request refers to, in their order: by address, or out of the gallery. */
export function References() {
  const form = useMediaForm((state) => state.form);
  const addressProblem = useMediaForm((state) => state.addressProblem);
  const [byLink, setByLink] = useState(false);
  const models = useMedia((state) => modelsOf(state, form.kind));
  const model = chosenModel(form, models);
  const [dragged, setDragged] = useState<string>();
  const problem = mediaProblems({ form, asked: false }, model).references;
  if (mostOf(model) === 0 && form.references.length === 0) return null;
  const roles = rolesOf(model);
  return (
    <div className={classes.references}>
      <Input.Label labelElement="div">{messages.imagesVideo.referenceImages}</Input.Label>
      <KeptFocus state={form.references.length}>
        {form.references.length > 0 && (
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
        {problem !== undefined && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        {byLink || form.typed !== '' || addressProblem !== undefined ? (
          <AddressForm focused={byLink} />
        ) : (
          <Button className={classes.link ?? ''} variant="default" onClick={() => setByLink(true)}>
            {messages.sources.byLink}
          </Button>
        )}
      </KeptFocus>
      <p className={classes.note}>{messages.imagesVideo.referenceNote}</p>
    </div>
  );
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
  const file = 'record' in from ? from.record.operation.files[0] : undefined;
  const name = 'record' in from ? from.record.order.prompt : from.address;
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
      {file ? (
        <img className={classes.thumb} src={file.url} alt="" />
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
