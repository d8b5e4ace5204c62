import { randomUUID } from 'node:crypto';
import type { Account } from './ledger.ts';
import type { Character } from './characters.ts';
import { hashText } from './sound.ts';

export interface Voice {
  voiceId: string;
  name: string;
  description: string | null;
  family: string;
  primaryLanguage: string;
  languages: string[];
  /** The account it belongs to; absent for a public voice. */
  ownerId?: string;
  visibility: 'public' | 'private';
  createdAt: number;
  updatedAt: number;
}

/** The public voices of the service and the personal ones of its accounts. */
export class Voices {
  private readonly voices = new Map<string, Voice>();

  constructor(character: Character) {
    const families = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', ...(character === 'rich' ? ['theta'] : [])];
    const names = ['Amber', 'Bruno', 'Chiara', 'Dmitri', 'Elena', 'Farid', 'Greta', 'Hiro', 'Imke'];
    for (const [index, name] of names.entries()) {
      for (const [place, family] of families.entries()) {
        if ((index + place) % 2 === 0) this.add(publicVoice(character, family, `${name} ${family}`, index));
      }
    }
  }

  add(voice: Voice): Voice {
    this.voices.set(voice.voiceId, voice);
    return voice;
  }

  remove(voiceId: string): void {
    this.voices.delete(voiceId);
  }

  /** A voice that the account may use. */
  find(account: Account, voiceId: string): Voice | undefined {
    const voice = this.voices.get(voiceId);
    return voice !== undefined && (voice.ownerId === undefined || voice.ownerId === account.userId) ? voice : undefined;
  }

  list(account: Account): Voice[] {
    return [...this.voices.values()].filter((voice) => voice.ownerId === undefined || voice.ownerId === account.userId);
  }
}

const languages = ['en', 'de', 'fr', 'ja', 'es', 'pt'];

function publicVoice(character: Character, family: string, name: string, index: number): Voice {
  const primary = character === 'rich' && index % 3 === 1 ? 'pt-BR' : (languages[index % languages.length] ?? 'en');
  return {
    voiceId: stableUuid(`${character} ${name}`),
    name,
    description: character === 'odd' && index % 2 === 1 ? null : `A calm voice called ${name}`,
    family,
    primaryLanguage: primary,
    languages: [...new Set([primary, 'en'])],
    visibility: 'public',
    createdAt: Date.UTC(2025, index, 3, 8),
    updatedAt: Date.UTC(2025, index, 4, 9, 30),
  };
}

/** The same id in every run, so that what a client stored stays valid. */
function stableUuid(seed: string): string {
  const part = (salt: string) =>
    hashText(seed + salt)
      .toString(16)
      .padStart(8, '0');
  const second = part('b');
  const third = part('c');
  return `${part('a')}-${second.slice(0, 4)}-4${second.slice(5)}-a${third.slice(1, 4)}-${third.slice(4)}${part('d')}`;
}

export function newVoice(
  account: Account,
  now: number,
  details: Pick<Voice, 'name' | 'description' | 'family' | 'visibility'> & { languages: string[] },
): Voice {
  return {
    voiceId: randomUUID(),
    name: details.name,
    description: details.description,
    family: details.family,
    primaryLanguage: details.languages[0] ?? 'en',
    languages: details.languages.length === 0 ? ['en'] : details.languages,
    ownerId: account.userId,
    visibility: details.visibility,
    createdAt: now,
    updatedAt: now,
  };
}
