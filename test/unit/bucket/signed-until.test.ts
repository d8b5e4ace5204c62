import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSigned, signedUntil, withoutSignatures } from '#shared/signed-address.ts';

it('a signed address ends so many seconds after its date, in any month', () => {
  const seconds = fc.integer({ min: 1, max: 604_800 });
  fc.assert(
    fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), seconds, (date, valid) => {
      const stamp = `${date.toISOString().slice(0, 19).replaceAll(/[-:]/gu, '')}Z`;
      const address = `https://s3.example/a.mp4?X-Amz-Date=${stamp}&X-Amz-Expires=${String(valid)}&X-Amz-Signature=0`;
      expect(signedUntil(address)).toBe(Math.floor(date.getTime() / 1000) * 1000 + valid * 1000);
    }),
  );
});

it('an address that does not say when it ends has no end that is known', () => {
  for (const query of ['', '?X-Amz-Date=20261123T100000Z', '?X-Amz-Expires=60', '?X-Amz-Date=today&X-Amz-Expires=60'])
    expect(signedUntil(`https://s3.example/a.mp4${query}`)).toBeUndefined();
});

it('an address is signed where its query says so, in whatever case', () => {
  const address = 'https://s3.example/a.mp4';
  for (const query of ['?X-Amz-Signature=0', '?a=1&x-amz-signature=0']) expect(isSigned(address + query)).toBe(true);
  for (const query of ['', '?X-Amz-Signature', '?My-X-Amz-Signature=0', '/X-Amz-Signature=0'])
    expect(isSigned(address + query)).toBe(false);
});

it('a text shows of its signed addresses where they lead, and all else as it is', () => {
  const signed = 'https://s3.example/a.mp4?X-Amz-Date=1&X-Amz-Signature=abc&X-Amz-Expires=60';
  expect(withoutSignatures(`from ${signed} to ${signed.toUpperCase()}.`)).toBe('from https://s3.example/a.mp4 to HTTPS://S3.EXAMPLE/A.MP4');
  expect(withoutSignatures(JSON.stringify({ one: signed, other: 'https://a.example/?page=2' }))).toBe(
    JSON.stringify({ one: 'https://s3.example/a.mp4', other: 'https://a.example/?page=2' }),
  );
});
