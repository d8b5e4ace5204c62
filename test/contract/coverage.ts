/** What the coverage tables of this folder share. */

/** The item stands in the row as a whole: `POST /v1/tts` is not told by `POST /v1/tts/jobs`, nor `text` by `text_normalization`. */
export function wordsHold(row: string, item: string): boolean {
  const inner = /[\w/{}-]/u;
  for (let at = row.indexOf(item); at >= 0; at = row.indexOf(item, at + 1)) {
    if (!inner.test(row[at - 1] ?? ' ') && !inner.test(row[at + item.length] ?? ' ')) return true;
  }
  return false;
}
