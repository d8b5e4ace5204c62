import { codes } from '#shared/wire/common.ts';
import { type Account } from '../accounts/accounts.ts';
import { ServiceError } from '../http/service-error.ts';

/** The same account; throws 403 when it may not see voices (`local-NAME-novoices`). */
export function mayRead(account: Account): Account {
  if (!account.seesVoices) throw new ServiceError(403, codes.forbidden, 'This account may not list voices');
  return account;
}

/** The same account; throws 403 when it may not create or delete voices (`local-NAME-readonly`, and who may not see them). */
export function mayWrite(account: Account): Account {
  if (account.readOnly) throw new ServiceError(403, codes.forbidden, 'This account may not create or delete voices');
  return mayRead(account);
}
