import type { Page } from '@playwright/test';
import { seriousTroubles } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { panelButton, panelNames, showPanel } from './panels.ts';

/** Everything on the page that takes a press or a key, and whether Tab stops there by itself. Runs in the page. */
const describeControls = (): { name: string; tabs: boolean; key: string }[] => {
  const selector =
    'button, a[href], input, select, textarea, [contenteditable="true"], [tabindex], [role="slider"], [role="option"], [role="treeitem"]';
  const found: { name: string; tabs: boolean; key: string }[] = [];
  let count = 0;
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    const hidden = element.closest('[aria-hidden="true"], [inert]') !== null;
    // Of radio buttons Tab stops at the chosen one, and the arrows go on from there.
    const passed = element.matches(':disabled, input[type="hidden"], input[type="radio"]:not(:checked)');
    if (hidden || passed || !element.checkVisibility({ visibilityProperty: true })) continue;
    count += 1;
    const key = `walk-${count}`;
    element.dataset['walk'] = key;
    const name = element.getAttribute('aria-label') ?? element.innerText;
    found.push({
      name: `${element.tagName} ${element.getAttribute('role') ?? ''} ${name.trim().slice(0, 50)}`,
      tabs: element.tabIndex >= 0,
      key,
    });
  }
  return found;
};

/** What has the focus: its mark, whether that can be seen, and the composite it belongs to, whose other parts the arrows reach. */
const describeFocus = (): { key: string; seen: boolean; name: string } | undefined => {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return undefined;
  // A ring may be drawn on what holds the control, as around a field.
  // The caret shows where text is written, and a list that names its active part draws it there.
  let seen = element.isContentEditable || element.hasAttribute('aria-activedescendant');
  for (let at: HTMLElement | null = element, level = 0; at && level < 4; at = at.parentElement, level += 1) {
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(at);
    seen ||= (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    seen ||= level > 0 && at.matches(':focus-within') && borderColor !== 'rgba(0, 0, 0, 0)' && at.dataset['focus'] !== undefined;
  }
  const name = element.getAttribute('aria-label') ?? element.innerText;
  return { key: element.dataset['walk'] ?? '', seen, name: `${element.tagName} ${name.trim().slice(0, 50)}` };
};

/** Presses Tab from the panel's button in the rail until the focus comes there again; throws where it is caught. */
async function tabAround(page: Page, panel: string): Promise<{ stops: Set<string>; unseen: string[] }> {
  const start = panelButton(page, panel);
  await start.focus();
  const stops = new Set<string>();
  const unseen: string[] = [];
  for (let press = 0; press < 400; press += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(describeFocus);
    if (focus === undefined) continue; // the window's own end: the next Tab begins at its start
    if (await start.evaluate((element) => element === document.activeElement)) return { stops, unseen };
    if (focus.key !== '' && stops.has(focus.key)) throw new Error(`${panel}: Tab is caught at ${focus.name}`);
    stops.add(focus.key);
    if (!focus.seen) unseen.push(focus.name);
  }
  throw new Error(`${panel}: 400 presses of Tab did not come around`);
}

test(
  'each panel is walked by Tab alone: every control is reached, its focus is seen, and nothing catches it',
  { tag: '@beside' },
  async ({ page }) => {
    test.slow();
    const troubles: string[] = [];
    for (const panel of panelNames) {
      await showPanel(page, panel);
      const controls = await page.evaluate(describeControls);
      const { stops, unseen } = await tabAround(page, panel);
      const missed = controls.filter(({ tabs, key }) => tabs && !stops.has(key)).map(({ name }) => name);
      // The button that the walk begins and ends at.
      troubles.push(...missed.filter((name) => !name.endsWith(panel)).map((name) => `${panel}: not reached: ${name}`));
      troubles.push(...unseen.map((name) => `${panel}: focus not seen: ${name}`));
    }
    expect(troubles).toEqual([]);
  },
);

interface TreeNode {
  role: string;
  name: string;
  level?: number | undefined;
}

/** The tree that a screen reader gets: the browser's own, in the order of the document. */
async function treeOf(page: Page): Promise<TreeNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  // They come level by level.
  const known = new Map(nodes.map((node) => [node.nodeId, node]));
  const inOrder = (id: string): typeof nodes => {
    const node = known.get(id);
    return node ? [node, ...(node.childIds ?? []).flatMap(inOrder)] : [];
  };
  return nodes
    .filter(({ parentId }) => parentId === undefined)
    .flatMap(({ nodeId }) => inOrder(nodeId))
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, properties }) => ({
      role: String(role?.value ?? ''),
      name: String(name?.value ?? '').trim(),
      level: properties?.find((property) => property.name === 'level')?.value.value as number | undefined,
    }));
}

/** Roles that say nothing to a person who only hears them, unless they have a name. */
const named = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'radiogroup',
  'switch',
  'slider',
  'spinbutton',
  'menuitem',
  'tab',
  'dialog',
  'region',
  'navigation',
  'main',
  'complementary',
  'table',
  'grid',
  'tree',
  'listbox',
  'toolbar',
  'group',
]);

/** Pictures that are neither named nor hidden; those of the component library are its own. */
const namelessPictures = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('svg, canvas, img:not([alt])')]
      .filter((picture) => picture.checkVisibility({ visibilityProperty: true }) && !picture.closest('[aria-hidden="true"], [role="img"]'))
      .filter((picture) => !picture.hasAttribute('aria-label') && !/\bmantine-/u.test(picture.getAttribute('class') ?? ''))
      .map((picture) => `picture without a name in ${picture.parentElement?.outerHTML.slice(0, 120) ?? ''}`),
  );

test(
  'a screen reader hears each panel in order: one main part, headings without gaps, and a name for every control',
  { tag: '@beside' },
  async ({ page }) => {
    test.slow();
    const troubles: string[] = [];
    for (const panel of panelNames) {
      await showPanel(page, panel);
      const tree = await treeOf(page);
      const mains = tree.filter(({ role }) => role === 'main').map(({ name }) => name);
      if (mains.length !== 1 || mains[0] !== panel) troubles.push(`${panel}: main parts: ${mains.join(', ')}`);
      for (const { role } of tree.filter(({ role, name }) => named.has(role) && name === ''))
        troubles.push(`${panel}: ${role} without a name`);
      troubles.push(...(await namelessPictures(page)).map((one) => `${panel}: ${one}`));
      const levels = tree.flatMap(({ role, level }) => (role === 'heading' && level !== undefined ? [level] : []));
      if (levels[0] !== 1) troubles.push(`${panel}: begins with heading ${String(levels[0])}`);
      levels.forEach((level, index) => {
        const before = levels[index - 1] ?? 0;
        if (level > before + 1) troubles.push(`${panel}: heading ${before} is followed by ${level}`);
      });
    }
    expect(troubles).toEqual([]);
  },
);

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing serious in any panel in the ${colorScheme} theme`, { tag: '@beside' }, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    const troubles: string[] = [];
    for (const panel of panelNames) {
      await showPanel(page, panel);
      troubles.push(...(await seriousTroubles(page)).map((one) => `${panel}: ${one}`));
    }
    expect(troubles).toEqual([]);
  });
