import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Short-lived addresses: `NAME.EXPIRES.DIGEST`, where NAME says what is addressed and EXPIRES is in Unix seconds. `scope` tells the
 * uses of one secret apart, and may hold the account that alone may use the address.
 */
export function signedName(secret: string, scope: string, name: string, expires: number): string {
  const digest = createHmac('sha256', secret).update(`${scope} ${name} ${expires}`).digest('base64url');
  return `${name}.${expires}.${digest}`;
}

/** The name that an address was made for, or undefined when it was changed, has expired or is of another scope. */
export function verifiedName(secret: string, scope: string, token: string): string | undefined {
  const [name = '', expires = '', digest = ''] = token.split('.');
  const right = Buffer.from(signedName(secret, scope, name, Number(expires)));
  const given = Buffer.from(`${name}.${expires}.${digest}`);
  if (right.length !== given.length || !timingSafeEqual(right, given) || Number(expires) * 1000 < Date.now()) return undefined;
  return name;
}

/** Unix seconds from now. */
export const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
