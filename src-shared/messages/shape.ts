import type { english } from './en/index.ts';

/** Texts of any language in the place of the English ones: text for text, and a function with the same parameters for a function. */
type InAnyLanguage<Texts> = Texts extends string
  ? string
  : Texts extends (...values: infer Values) => string
    ? (...values: Values) => string
    : Texts extends readonly (infer One)[]
      ? One extends string
        ? readonly string[]
        : Texts
      : { readonly [Id in keyof Texts]: InAnyLanguage<Texts[Id]> };

/** Every text, in one language. */
export type Messages = InAnyLanguage<typeof english>;
