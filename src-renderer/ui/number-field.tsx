import { TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { announce } from '../lib/live-region.tsx';
import { formatNumber, limitNumber, parseNumber, type NumberRules } from '../lib/number-text.ts';
import classes from './number-field.module.css';
import { messages } from '#shared/messages/index.ts';

interface NumberFieldProps extends NumberRules {
  label: string;
  description?: ReactNode;
  /** The description comes below the field, which stays in line with the one beside it. */
  isNoteBelow?: boolean;
  className?: string | undefined;
  /** What an arrow key adds; ten times as much with Shift. */
  step: number;
  /** `null` where nothing is set: the placeholder shows. */
  value: number | null;
  placeholder?: string;
  /** What the arrow keys start from where nothing is set; the smallest value unless given. */
  usual?: number;
  /** Whether the field may be emptied, which commits `null`. */
  canBeEmpty?: boolean;
  /** Called once for each value that is committed and differs from the one before; always within the range. */
  onCommit: (value: number | null) => void;
}

/**
 * A number with its unit beside it. Enter, leaving the field and any shortcut commit what is typed, Escape takes it back, the arrow keys step.
 * What is no number is marked and never committed.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, description, isNoteBelow = false, className, step, value, placeholder, usual, canBeEmpty = false, onCommit } = props;
  const { min, max, decimals, unit, isTime = false, notation } = props;
  const rules: NumberRules = { min, max, decimals, isTime, ...(unit === undefined ? {} : { unit }), ...(notation && { notation }) };
  const [draft, setDraft] = useState<string>();
  /** What was committed last, shown until the owner's value follows it. */
  const [sent, setSent] = useState<{ from: number | null; to: number | null }>();
  if (sent !== undefined && value !== sent.from) setSent(undefined);
  const shown = sent === undefined ? value : sent.to;
  const parsed = draft === undefined ? shown : draft.trim() === '' ? (canBeEmpty ? null : undefined) : parseNumber(draft, rules);
  // A sign or a separator alone is a number that has only begun.
  const isWrong = parsed === undefined && draft !== undefined && !/^\s*[-+\u2212]?[.,]?$/u.test(draft);

  const commitValue = (next: number | null): void => {
    setDraft(undefined);
    const limited = next === null ? null : limitNumber(next, rules);
    if (draft !== undefined && limited !== null && limited !== next)
      announce(messages.shapes.limitedTo(label, formatNumber(limited, rules)));
    if (limited === shown) return;
    setSent({ from: value, to: limited });
    onCommit(limited);
  };
  /** Returns whether what stands in the field is committed now. */
  const commit = (): boolean => {
    if (draft === undefined) return true;
    if (parsed === undefined) return false;
    commitValue(parsed);
    return true;
  };
  const leave = (): void => {
    if (!commit()) setDraft(undefined);
    setSent(undefined);
  };
  // Choosing something else may remove the field before it loses the focus.
  const onRemoved = useEffectEvent(commit);
  useEffect(() => () => void onRemoved(), []);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      if (commit()) event.currentTarget.select();
    } else if (event.key === 'Escape' && draft !== undefined) {
      event.stopPropagation();
      setDraft(undefined);
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const from = parsed ?? shown ?? usual ?? min;
      commitValue(from + (event.key === 'ArrowUp' ? step : -step) * (event.shiftKey ? 10 : 1));
    } else if ((event.ctrlKey || event.metaKey) && !/^[acvxyz]$/iu.test(event.key)) commit();
  };

  /** A paste replaces what is selected, and is read as a whole where it is a number: `1,5 s` is not 15. */
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text/plain');
    const { selectionStart, selectionEnd, value: text } = event.currentTarget;
    const replacesAll = text === '' || (selectionStart === 0 && selectionEnd === text.length);
    if (!replacesAll || parseNumber(pasted, rules) === undefined) return;
    event.preventDefault();
    setDraft(pasted.trim());
  };

  return (
    <TextInput
      label={label}
      description={description}
      {...(isNoteBelow && { inputWrapperOrder: ['label', 'input', 'error', 'description'] as const })}
      className={className}
      // A keypad of figures has no colon.
      inputMode={isTime ? 'text' : decimals === 0 && min >= 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      spellCheck={false}
      value={draft ?? (shown === null ? '' : formatNumber(shown, rules))}
      placeholder={placeholder}
      error={isWrong ? messages.shapes.numberRange(formatNumber(min, rules), formatNumber(max, rules)) : undefined}
      rightSection={unit === undefined || unit.trim() === '' ? undefined : <span aria-hidden>{unit.trim()}</span>}
      rightSectionPointerEvents="none"
      classNames={{ section: classes.unit ?? '' }}
      rightSectionWidth={unit === undefined || unit.trim() === '' ? undefined : `calc(${String(unit.trim().length)}ch + var(--space-3))`}
      aria-description={unit?.trim()}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}
