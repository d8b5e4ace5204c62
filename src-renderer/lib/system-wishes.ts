/**
 * What the system may wish of every page, and what a person may choose for the studio alone: less motion, more contrast. A chosen wish holds as
 * if the system had it: the media rules of the style sheets that ask for it hold for all.
 */
const queries = { motion: '(prefers-reduced-motion: reduce)', contrast: '(prefers-contrast: more)' } as const;
type Wish = keyof typeof queries;

const chosen = new Set<Wish>();
/** Rules that were widened, to be narrowed again. */
const widened = new Map<MediaList, string>();

/** True where the system wishes it, or the person does. */
export const isWished = (wish: Wish): boolean => chosen.has(wish) || window.matchMedia(queries[wish]).matches;

/** Makes a wish hold whatever the system wishes, or leaves it to the system again. */
export function setWish(wish: Wish, on: boolean): void {
  if (on) chosen.add(wish);
  else chosen.delete(wish);
  for (const [media, text] of widened) media.mediaText = text;
  widened.clear();
  const wanted = [...chosen].map((each) => queries[each]);
  for (const sheet of document.styleSheets)
    for (const rule of mediaRules(sheet)) {
      const text = rule.media.mediaText;
      if (!wanted.includes(text as (typeof wanted)[number])) continue;
      widened.set(rule.media, text);
      rule.media.mediaText = 'all';
    }
}

/** Those at the top of a sheet, and in its layers. */
function mediaRules(sheet: { readonly cssRules: CSSRuleList }): CSSMediaRule[] {
  return [...sheet.cssRules].flatMap((rule) => {
    if (rule instanceof CSSMediaRule) return [rule];
    return rule instanceof CSSLayerBlockRule ? mediaRules(rule) : [];
  });
}
