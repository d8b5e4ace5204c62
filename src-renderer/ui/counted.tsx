import { number } from '../lib/format.ts';
import classes from './counted.module.css';
import { messages } from '#shared/messages/index.ts';

/** A field's name and how much of its room is used. */
export function Counted({ name, characters, most }: { name: string; characters: number; most: number }) {
  return (
    <span className={classes.counted}>
      <span>{name}</span>
      <span className={classes.count} data-over={characters > most || undefined}>
        {messages.shapes.amountOf(number(characters), number(most))}
      </span>
    </span>
  );
}
