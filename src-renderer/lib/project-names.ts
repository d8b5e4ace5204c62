import { messages } from '#shared/messages/index.ts';

interface Named {
  path: string;
  title: string;
}

/** `Untitled`; `Untitled 2` where another project is called that. */
export function freeTitle(title: string, taken: readonly string[]): string {
  let number = 1;
  let free = title;
  while (taken.includes(free)) free = `${title} ${String((number += 1))}`;
  return free;
}

/** Whether the title is one that `freeTitle` gives: nobody has chosen it. */
export const isFreeTitle = (title: string, given: string): boolean =>
  given === title || (given.startsWith(`${title} `) && /^\d+$/u.test(given.slice(title.length + 1)));

/** From the shortest on, how a project can be called in a list: a longer name where a shorter one is that of another project, too. */
const names: readonly ((project: Named) => string)[] = [
  ({ title }) => title,
  ({ path, title }) => {
    const file = fileOf(path);
    // The second file of a name has a number.
    return isFreeTitle(title, file) ? file : messages.start.named(title, file);
  },
  ({ path, title }) => messages.start.named(title, foldersOf(path).at(-1) ?? path),
  ({ path, title }) => messages.start.named(title, path),
];

const partsOf = (path: string): string[] => path.split(/[\\/]/u).filter((part) => part !== '');
const foldersOf = (path: string): string[] => partsOf(path).slice(0, -1);
const fileOf = (path: string): string => (partsOf(path).at(-1) ?? path).replace(/\.voicewright$/u, '');

/** A name for each project, by its path, that no other of them has. */
export function nameProjects(projects: readonly Named[]): ReadonlyMap<string, string> {
  const named = new Map(projects.map(({ path, title }) => [path, title]));
  for (const longer of names.slice(1)) {
    const all = [...named.values()];
    for (const project of projects) {
      const name = named.get(project.path);
      if (all.filter((other) => other === name).length > 1) named.set(project.path, longer(project));
    }
  }
  return named;
}
