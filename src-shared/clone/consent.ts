import type { Visibility } from '../wire/voices.ts';

/** What a person confirms before a voice is cloned, for their own account or for everyone. */
export const consentStatements: Readonly<Record<Visibility, string>> = {
  private: 'I have the consent of the person whose voice this is to clone it.',
  public: 'I have the consent of the person whose voice this is to clone it and make it public.',
};

/** Why a clone without it is not sent. */
export const consentMissing = 'Confirm that you have the consent of the person whose voice this is.';

/** The line that a clone's timeline in the ledger carries: who sent it confirmed the consent. */
export const consentEvent = 'consent confirmed';
