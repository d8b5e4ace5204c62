import { type z } from 'zod';

/** Version 2 writes `voice_id` where version 3 writes `voiceId`; one name differs beyond that: `model` and `modelId`. */
type SnakeLetters<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeLetters<Tail>}`
  : '';
type Snake<Name extends string> = Name extends 'modelId' ? 'model' : SnakeLetters<Name>;

export function snake(name: string): string {
  return name === 'modelId' ? 'model' : name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

export function camel(name: string): string {
  return name === 'model' ? 'modelId' : name.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}

type Shape = Readonly<Record<string, z.ZodType>>;
type SnakeShape<From extends Shape> = { -readonly [Name in keyof From as Snake<Name & string>]: From[Name] };

/** The same fields under version 2's names. */
export function snakeShape<From extends Shape>(shape: From): SnakeShape<From> {
  return Object.fromEntries(Object.entries(shape).map(([name, type]) => [snake(name), type])) as SnakeShape<From>;
}

type Respelled = null | boolean | number | string | Uint8Array | undefined | Respelled[] | { [name: string]: Respelled };

/** Every field name within, at any depth; bytes stay bytes. For values of our own making, whose depth is known. */
export function snakeNames(value: unknown): Respelled {
  if (Array.isArray(value)) return value.map(snakeNames);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value as Respelled;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [snake(name), snakeNames(inner)]));
}
