import type { Visibility } from '../wire/voices.ts';
import { messages } from '../messages/index.ts';

/** What a person confirms before a voice is cloned, for their own account or for everyone. */
export const consentStatements: Readonly<Record<Visibility, string>> = {
  private: messages.clone.consentPrivate,
  public: messages.clone.consentPublic,
};

/** Why a voice may be cloned: its person agreed, as the sender confirms, or it is the example's, which is synthetic and nobody's. */
export type Consent = 'confirmed' | 'example';

/** The line that a clone's timeline in the ledger carries. */
export const consentEvents: Readonly<Record<Consent, string>> = { confirmed: 'consent confirmed', example: 'example-recording' };
