import type { Visibility } from '../wire/voices.ts';
import { messages } from '../messages/index.ts';

/** What a person confirms before a voice is cloned, for their own account or for everyone. */
export const consentStatements: Readonly<Record<Visibility, string>> = {
  private: messages.clone.consentPrivate,
  public: messages.clone.consentPublic,
};

/** The line that a clone's timeline in the ledger carries: who sent it confirmed the consent. */
export const consentEvent = 'consent confirmed';
