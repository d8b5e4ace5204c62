import { afterEach, describe, expect, it } from 'vitest';
import { ownLanguage, readersLanguage, setLanguage } from '#shared/messages/index.ts';

afterEach(() => setLanguage('en'));

describe('the language of a person', () => {
  it('is that of the window where the studio has texts in the language of the computer', async () => {
    expect(['de-AT', 'en_GB'].map(ownLanguage)).toEqual(['en', 'en']);
    await setLanguage('de');
    expect(['de-AT', 'en_GB', ''].map(ownLanguage)).toEqual(['de', 'de', 'de']);
  });
  it('is that of the computer where the studio has no texts in it', async () => {
    await setLanguage('de');
    expect(['fr-CH', 'enm'].map(ownLanguage)).toEqual(['fr-CH', 'enm']);
  });
  it('is English in a pseudo-language', async () => {
    await setLanguage('en-XA');
    expect([readersLanguage(), ownLanguage('de')]).toEqual(['en', 'en']);
  });
});
