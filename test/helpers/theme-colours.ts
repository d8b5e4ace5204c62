/** The colours of `ui/theme.css`, for tests of contrast. */

/** Tokens that are a colour in six digits, by theme (`light`, `dark`, …). A theme is the rule that names it in its selector. */
export function themesOf(css: string): Map<string, Map<string, string>> {
  const themes = new Map<string, Map<string, string>>();
  for (const [, theme = '', body = ''] of css.matchAll(/\[data-mantine-color-scheme='(\w+)'\] \{([^}]*)\}/gu)) {
    const tokens = themes.get(theme) ?? new Map<string, string>();
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/gu)) tokens.set(name, value);
    themes.set(theme, tokens);
  }
  return themes;
}

/** WCAG 2 contrast of two colours, such as `#1c1e21`; from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
