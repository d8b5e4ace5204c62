import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSpending, type Spending } from '#main/paid-requests/budget/spending.ts';
import { toFailure } from '#shared/failure.ts';

let profile: string;
let now: number;
let opened: Spending[];
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'voicewright-spending-'));
  now = 10 * 24 * 60 * 60_000;
  opened = [];
});
afterEach(() => {
  for (const one of opened) one.close();
  rmSync(profile, { recursive: true, force: true });
});

const open = (owner: string): Spending => {
  const spending = openSpending(profile, owner, () => now);
  opened.push(spending);
  return spending;
};
const account = { connectionId: 'local', accountId: 'anna' };
const reserve = (of: Spending, operationId: string, estimate: number | undefined, change: object = {}) =>
  of.reserve({ ...account, operationId, priceName: 'model', estimate, ...change }, 0, () => undefined);

describe('what the other ledgers of a profile spend', () => {
  it('is what they reserved with this account, until it is known what it cost, or that it cost nothing', () => {
    const [studio, other] = [open('studio'), open('command-line')];
    reserve(studio, 'mine', 100);
    reserve(other, 'one', 5);
    reserve(other, 'two', 7);
    reserve(other, 'of another account', 50, { accountId: 'tom' });
    reserve(other, 'of another service', 50, { connectionId: 'https://service.example' });
    expect(studio.others(account, 0)).toEqual({ credits: 12, unpriced: new Set() });
    other.charged('one', 2.5);
    other.release('two');
    other.release('unknown');
    expect(studio.others(account, 0)).toEqual({ credits: 2.5, unpriced: new Set() });
    expect(other.others(account, 0).credits).toBe(100);
  });

  it('names the prices that are not known yet', () => {
    const [studio, other] = [open('studio'), open('command-line')];
    reserve(other, 'one', undefined, { priceName: 'model a' });
    reserve(other, 'two', undefined, { priceName: 'model b' });
    reserve(other, 'three', 4);
    expect(studio.others(account, 0)).toEqual({ credits: 4, unpriced: new Set(['model a', 'model b']) });
    other.charged('one', 3);
    expect(studio.others(account, 0)).toEqual({ credits: 7, unpriced: new Set(['model b']) });
  });

  it('counts from a time on, that time included', () => {
    const [studio, other] = [open('studio'), open('command-line')];
    reserve(other, 'one', 5);
    expect([studio.others(account, now).credits, studio.others(account, now + 1).credits]).toEqual([5, 0]);
  });

  it('is shown to the check before anything is counted, and nothing is where the check refuses', () => {
    const [studio, other] = [open('studio'), open('command-line')];
    reserve(other, 'one', 5);
    const seen: number[] = [];
    const refuse = () =>
      studio.reserve({ ...account, operationId: 'two', priceName: 'model', estimate: 9 }, 0, ({ credits }) => {
        seen.push(credits);
        throw new Error('over the cap');
      });
    expect(refuse).toThrow('over the cap');
    expect(seen).toEqual([5]);
    expect(other.others(account, 0).credits).toBe(0);
    reserve(studio, 'two', 9);
    expect(other.others(account, 0).credits).toBe(9);
  });

  it('is forgotten after two days, and not before', () => {
    reserve(open('command-line'), 'one', 5);
    now += 2 * 24 * 60 * 60_000;
    expect(open('studio').others(account, 0).credits).toBe(5);
    now += 1;
    expect(open('studio').others(account, 0).credits).toBe(0);
  });

  it('cannot be read any more once it is closed, and closing it again does no harm', () => {
    const spending = open('studio');
    spending.close();
    spending.close();
    expect(() => spending.others(account, 0)).toThrow();
  });
});

describe('the file of what is spent', () => {
  it('is set aside where it is damaged, and an empty one begins', () => {
    writeFileSync(join(profile, 'spending.sqlite'), 'x'.repeat(4096));
    reserve(open('studio'), 'one', 5);
    expect(existsSync(join(profile, 'spending.sqlite.damaged'))).toBe(true);
    expect(open('command-line').others(account, 0).credits).toBe(5);
  });

  it('is no file that is damaged where it cannot be opened at all: it stays where it is, and that is a failure', () => {
    mkdirSync(join(profile, 'spending.sqlite'));
    let thrown: unknown;
    try {
      open('studio');
    } catch (error) {
      thrown = error;
    }
    expect(toFailure(thrown).kind).toBe('file-failed');
    expect(readdirSync(profile)).toEqual(['spending.sqlite']);
  });
});
