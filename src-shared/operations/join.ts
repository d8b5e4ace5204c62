type Joined<Parts extends readonly object[]> = Parts extends readonly [infer First, ...infer Rest extends readonly object[]]
  ? First & Joined<Rest>
  : unknown;

/** One object of several. Throws where two of them share a name: what is given twice would hide the first. `what` names it in the error. */
export function joinUnique<const Parts extends readonly object[]>(
  what: string,
  parts: Parts,
): { [Name in keyof Joined<Parts>]: Joined<Parts>[Name] } {
  const joined: Record<string, unknown> = {};
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) {
      if (Object.hasOwn(joined, name)) throw new Error(`The ${what} ${name} is given twice.`);
      joined[name] = value;
    }
  return joined as { [Name in keyof Joined<Parts>]: Joined<Parts>[Name] };
}
