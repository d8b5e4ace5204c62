import { MultiSelect, Select, type ComboboxItem, type ComboboxItemGroup, type MultiSelectProps, type SelectProps } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '../lib/live-region.tsx';
import { findBestOption, findOptions, type Option, type OptionGroup } from '../lib/option-search.ts';
import { messages } from '#shared/messages/index.ts';

type Data = readonly (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[];

/** Rows of a list that are shown at once; the rest is found by typing. */
const shownRows = 100;

const filter: NonNullable<SelectProps['filter']> = ({ options, search, limit }) =>
  findOptions(options as (Option | OptionGroup)[], search, limit);

const noOptions: NonNullable<SelectProps['filter']> = () => [];

type ListProps = Pick<SelectProps, 'comboboxProps' | 'nothingFoundMessage' | 'onDropdownOpen'>;

/**
 * Mantine keeps the options of a closed list in the page, and renders them with every change of the panel. Here they are there from
 * the moment that the list opens until it has faded out.
 */
function useOptionsWhileOpen({ comboboxProps, nothingFoundMessage, onDropdownOpen }: ListProps) {
  const [isShown, setShown] = useState(false);
  return {
    filter: isShown ? filter : noOptions,
    nothingFoundMessage: isShown ? nothingFoundMessage : undefined,
    comboboxProps: {
      ...comboboxProps,
      onExitTransitionEnd: (): void => {
        setShown(false);
        comboboxProps?.onExitTransitionEnd?.();
      },
    },
    onDropdownOpen: (): void => {
      // The combobox looks for the chosen option as soon as this returns.
      flushSync(() => setShown(true));
      onDropdownOpen?.();
    },
  };
}

/** Puts the focus into the field of a list and opens the list, as a click does; a frame later, as a list that is just drawn does not open. */
export function openSelect(field: HTMLElement | null | undefined): void {
  field?.scrollIntoView({ block: 'nearest' });
  field?.focus({ preventScroll: true });
  requestAnimationFrame(() => document.activeElement === field && field?.click());
}

/** The option of the field's list that the arrow keys are on. */
function highlighted(field: HTMLInputElement): HTMLElement | null | undefined {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  return list?.querySelector<HTMLElement>('[data-combobox-selected]');
}

/** What the field does with the option that the arrow keys are on. An option tells its value by `data-option-value` in what it renders. */
export interface HighlightActions {
  /** The keys are on another option, or on one without a value. */
  onHighlight?: ((value: string | undefined) => void) | undefined;
  /** Alt+P. */
  onPlayHighlighted?: ((value: string) => void) | undefined;
}

function actOnHighlight(event: KeyboardEvent<HTMLInputElement>, { onHighlight, onPlayHighlighted }: HighlightActions): void {
  const field = event.currentTarget;
  const valueNow = (): string | undefined => highlighted(field)?.querySelector<HTMLElement>('[data-option-value]')?.dataset['optionValue'];
  if (event.altKey && event.key.toLowerCase() === 'p' && onPlayHighlighted) {
    const value = valueNow();
    if (value === undefined) return;
    event.preventDefault();
    onPlayHighlighted(value);
    // The combobox marks the option once it has had the key.
  } else if (['ArrowDown', 'ArrowUp'].includes(event.key) && onHighlight) requestAnimationFrame(() => onHighlight(valueNow()));
}

/** In the place of the field's description. */
const noteBelow = (note: string): Pick<SelectProps, 'description' | 'inputWrapperOrder'> => ({
  description: note,
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
});

/**
 * What a searchable list does with typed text: Enter takes the highlighted option or else the best match, or says that nothing matches, which is no error. Escape
 * takes the text back. Leaving the field with text that was never chosen is an error.
 *
 * @param current the label of what is chosen, which stands in the field and is no search
 * @param writeOwn the option for a text that is the value of none of them
 */
function useTypedText(
  listed: Data,
  current: string,
  choose: (value: string) => void,
  { writeOwn, ...actions }: HighlightActions & { writeOwn?: WriteOwn | undefined },
) {
  /** Undefined while what is chosen stands in the field. */
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [note, setNote] = useState<string>();
  const search = (typed ?? current).trim();
  const isPending = search !== '' && search !== current;
  const own = isPending && !optionsOf(listed).some(({ value }) => value === search) ? writeOwn?.(search) : undefined;
  const data = own ? [...listed, own] : [...listed];
  const best = isPending ? findBestOption(data as (Option | OptionGroup)[], search) : undefined;
  const clear = (): void => {
    setTyped(undefined);
    setProblem(undefined);
    setNote(undefined);
  };
  const sayNoMatch = (): void => {
    setNote(messages.shapes.noMatch(search));
    announce(messages.shapes.noMatch(search));
  };
  const takesTyped = ({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent<HTMLInputElement>): boolean =>
    isPending && key === 'Enter' && !ctrlKey && !metaKey && !nativeEvent.isComposing;
  return {
    data,
    searchValue: typed ?? current,
    error: problem,
    ...(note !== undefined && noteBelow(note)),
    clear,
    onSearchChange: (text: string): void => {
      setTyped(text === current ? undefined : text);
      setProblem(undefined);
      setNote(undefined);
    },
    // The combobox forgets the option that it marks where the first letters open its list: then it would not take it.
    onKeyDownCapture: (event: KeyboardEvent<HTMLInputElement>): void => {
      const option = takesTyped(event) ? highlighted(event.currentTarget) : undefined;
      if (!option) return;
      event.preventDefault();
      event.stopPropagation();
      option.click();
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>): void => {
      actOnHighlight(event, actions);
      if (event.key === 'Escape') clear();
      if (!takesTyped(event)) return;
      if (best === undefined) sayNoMatch();
      else {
        choose(best.value);
        clear();
      }
    },
    onBlur: (): void => {
      setTyped(undefined);
      if (!isPending) return;
      if (best === undefined) sayNoMatch();
      else setProblem(messages.shapes.notChosen(search));
    },
  };
}

type Common<Props> = Omit<
  Props,
  'data' | 'value' | 'onChange' | 'error' | 'searchable' | 'searchValue' | 'onSearchChange' | 'filter' | 'onKeyDown' | 'onBlur' | 'onClick'
>;

const optionsOf = (data: Data): ComboboxItem[] => data.flatMap((entry) => ('group' in entry ? entry.items : [entry]));

/** What a typed text is offered as, beside the options; undefined for one that cannot be sent. */
type WriteOwn = (typed: string) => ComboboxItem | undefined;

interface SearchSelectProps extends Common<SelectProps>, HighlightActions {
  data: Data;
  value: string | null;
  error?: string | undefined;
  /** Offers what is typed as a value of its own, last. What is chosen so stands among the options then. */
  writeOwn?: WriteOwn | undefined;
  /** Called with another value than the current one; with `null` only where the field is `clearable`. */
  onChoose: (value: string | null) => void;
}

/** A list that is searched by typing. */
export function SearchSelect(props: SearchSelectProps) {
  const { data, value, error, onChoose, writeOwn, clearable = false, onHighlight, onPlayHighlighted, ...select } = props;
  const choose = (chosen: string | null): void => {
    if (chosen !== value && (chosen !== null || clearable)) onChoose(chosen);
  };
  const { clear, ...typed } = useTypedText(data, optionsOf(data).find((option) => option.value === value)?.label ?? '', choose, {
    onHighlight,
    onPlayHighlighted,
    writeOwn,
  });
  const list = useOptionsWhileOpen(select);
  return (
    <Select
      limit={shownRows}
      {...select}
      {...typed}
      {...list}
      error={error ?? typed.error}
      value={value}
      searchable
      // The keyboard only passes by, or comes back from a page that was opened over the panel.
      openOnFocus={false}
      clearable={clearable}
      allowDeselect={false}
      selectFirstOptionOnChange
      // What is typed replaces the name that stands there: it is a search.
      onClick={(event) => event.currentTarget.select()}
      onOptionSubmit={clear}
      onChange={choose}
    />
  );
}

interface SearchMultiSelectProps extends Common<MultiSelectProps>, HighlightActions {
  data: Data;
  value: string[];
  onChoose: (values: string[]) => void;
}

/** A list that is searched by typing, of which several are chosen. */
export function SearchMultiSelect({ data, value, onChoose, onHighlight, onPlayHighlighted, ...select }: SearchMultiSelectProps) {
  const { clear, ...typed } = useTypedText(data, '', (chosen) => onChoose([...value.filter((one) => one !== chosen), chosen]), {
    onHighlight,
    onPlayHighlighted,
  });
  const list = useOptionsWhileOpen(select);
  return (
    <MultiSelect
      limit={shownRows}
      {...select}
      {...typed}
      {...list}
      value={value}
      searchable
      openOnFocus={false}
      hidePickedOptions
      selectFirstOptionOnChange
      onOptionSubmit={clear}
      onChange={onChoose}
    />
  );
}
