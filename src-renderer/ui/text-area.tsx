import { Textarea, type TextareaProps } from '@mantine/core';
import type { CSSProperties, Ref } from 'react';
import classes from './text-area.module.css';

type Props = Omit<TextareaProps, 'autosize' | 'minRows' | 'maxRows' | 'defaultValue'> & {
  /** Grows with its words, from so many lines to so many. */
  lines?: readonly [least: number, most: number];
  ref?: Ref<HTMLTextAreaElement>;
};

/**
 * A field of several lines, whose Undo takes back what was typed in one go. The browser's goes letter by letter where React writes each letter into the
 * field's default value, or where another field is measured for its height.
 */
export function TextArea({ lines, ...field }: Props) {
  if (lines === undefined) return <Textarea {...field} defaultValue="" />;
  const [least, most] = lines;
  const input = { '--least-lines': least, '--most-lines': most } as CSSProperties;
  return <Textarea {...field} defaultValue="" classNames={{ input: classes.growing ?? '' }} styles={{ input }} />;
}
