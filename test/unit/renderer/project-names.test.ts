import { describe, expect, it } from 'vitest';
import { freeTitle, isFreeTitle, nameProjects } from '../../../src-renderer/lib/project-names.ts';

const names = (...projects: readonly [path: string, title: string][]) => [
  ...nameProjects(projects.map(([path, title]) => ({ path, title }))).values(),
];

describe('the title of a project that nobody has named', () => {
  it('is numbered from the second on, past numbers that are taken', () => {
    expect(freeTitle('Untitled', [])).toBe('Untitled');
    expect(freeTitle('Untitled', ['Untitled', 'Book'])).toBe('Untitled 2');
    expect(freeTitle('Untitled', ['Untitled 2', 'Untitled', 'Untitled 3'])).toBe('Untitled 4');
  });

  it('is known with its number, and is none where more than a number follows', () => {
    expect(
      ['Untitled', 'Untitled 12', 'Untitled 2b', 'Untitled ', 'Untitled2', 'Book'].map((title) => isFreeTitle('Untitled', title)),
    ).toEqual([true, true, false, false, false, false]);
  });
});

describe('the names of projects in a list', () => {
  it('are their titles where these differ', () => {
    expect(names(['/p/a.voicewright', 'Fog'], ['/p/b.voicewright', 'Sea'])).toEqual(['Fog', 'Sea']);
  });

  it('have the number of the file where titles are the same', () => {
    expect(names(['/p/Fog 2.voicewright', 'Fog'], ['/p/Fog.voicewright', 'Fog'], ['/p/Sea.voicewright', 'Sea'])).toEqual([
      'Fog 2',
      'Fog',
      'Sea',
    ]);
  });

  it('say which file it is where that is called something else', () => {
    expect(names(['/p/draft.voicewright', 'Fog'], ['/p/Fog.voicewright', 'Fog'])).toEqual(['Fog (draft)', 'Fog']);
  });

  it('say which folder it is in where the files have one name, on Windows too', () => {
    expect(names(['/home/a/Fog.voicewright', 'Fog'], ['/home/b/Fog.voicewright', 'Fog'])).toEqual(['Fog (a)', 'Fog (b)']);
    expect(names(['C:\\a\\Fog.voicewright', 'Fog'], ['C:\\b\\Fog.voicewright', 'Fog'])).toEqual(['Fog (a)', 'Fog (b)']);
  });

  it('are never the same, also where folders and other titles share what tells them apart', () => {
    const all = names(
      ['/a/x/Fog.voicewright', 'Fog'],
      ['/b/x/Fog.voicewright', 'Fog'],
      ['/c/Fog 2.voicewright', 'Fog'],
      ['/c/Other.voicewright', 'Fog 2'],
      ['/c/Fog (x).voicewright', 'Fog (x)'],
    );
    expect(new Set(all).size).toBe(all.length);
  });
});
