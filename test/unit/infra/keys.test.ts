import { describe, expect, it } from 'vitest';
import { createKeys, readKey, type Keys } from '#main/infra/secrets/keys.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { toFailure } from '#shared/failure.ts';
import { memorySecrets } from '../../helpers/studio.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

const origin = 'https://service.example';
const [older, newer] = [secret('key-older'), secret('key-newer')];

/** The keys over a system’s store that a test can lock and unlock. */
function open() {
  const store = memorySecrets();
  const lock = { isLocked: false };
  const keys = createKeys(
    { ...store, set: (name, value) => (lock.isLocked ? Promise.reject(new Error('locked')) : store.set(name, value)) },
    quietLog(),
  );
  /** What the next start of the studio has. */
  const nextStart = (): Keys => createKeys(store, quietLog());
  return { keys, lock, nextStart };
}

describe('the key of an origin', () => {
  it('is the last one that was given, wherever each of them went', async () => {
    for (const isLockedFirst of [true, false])
      for (const isLockedThen of [true, false]) {
        const { keys, lock, nextStart } = open();
        lock.isLocked = isLockedFirst;
        expect(await keys.set(origin, older)).toBe(isLockedFirst ? 'session' : 'system');
        lock.isLocked = isLockedThen;
        expect(await keys.set(origin, newer)).toBe(isLockedThen ? 'session' : 'system');
        expect((await keys.get(origin))?.reveal()).toBe('key-newer');
        expect(await keys.place(origin)).toBe(isLockedThen ? 'session' : 'system');
        // One that the system took outlives the studio; an older one never comes back in its place.
        expect((await nextStart().get(origin))?.reveal()).toBe(isLockedThen ? undefined : 'key-newer');
      }
  });

  it('is gone when it is removed, wherever it was', async () => {
    for (const isLocked of [true, false]) {
      const { keys, lock, nextStart } = open();
      lock.isLocked = isLocked;
      await keys.set(origin, older);
      await keys.remove(origin);
      expect(await keys.get(origin)).toBeUndefined();
      expect(await keys.place(origin)).toBe('none');
      expect(await nextStart().get(origin)).toBeUndefined();
    }
  });

  it('is that of no other origin', async () => {
    const { keys, lock } = open();
    for (const isLocked of [true, false]) {
      lock.isLocked = isLocked;
      await keys.set(origin, older);
      expect(await keys.get('https://other.example')).toBeUndefined();
    }
  });
});

describe('a system’s store that fails', () => {
  const failing = { ...memorySecrets(), get: () => Promise.reject(new Error('locked')), remove: () => Promise.reject(new Error('locked')) };

  it('has no keys to read, and the log says so', async () => {
    const log = quietLog();
    const keys = createKeys(failing, log);
    expect(await keys.get(origin)).toBeUndefined();
    expect(await keys.place(origin)).toBe('none');
    expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'warn']);
  });

  it('does not bring a removed key of this session back', async () => {
    const log = quietLog();
    const keys = createKeys({ ...failing, set: () => Promise.reject(new Error('locked')) }, log);
    expect(await keys.set(origin, older)).toBe('session');
    expect((await keys.get(origin))?.reveal()).toBe('key-older');
    await keys.remove(origin);
    expect(log.lines.at(-1)).toMatchObject({ level: 'warn' });
    expect(await keys.place(origin)).toBe('none');
  });
});

it('a key is what was typed without the blanks around it, in visible ASCII and of 4,096 characters at most', () => {
  expect(readKey(' \tsk-12~3!\n').reveal()).toBe('sk-12~3!');
  expect(readKey('x'.repeat(4096)).reveal()).toHaveLength(4096);
  for (const typed of ['', '  ', 'a b', 'schlüssel', 'a\u0007', 'x'.repeat(4097)]) {
    let failure = toFailure(undefined);
    try {
      readKey(typed);
    } catch (thrown) {
      failure = toFailure(thrown);
    }
    expect(failure).toMatchObject({ kind: 'invalid-input', field: 'key' });
    if (typed.trim() !== '') expect(JSON.stringify(failure)).not.toContain(typed);
  }
});
