import type { Page } from '@playwright/test';

/** Gives the page one output besides the system's own, `Virtual cable`, and reloads it. */
export async function fakeOutputs(page: Page): Promise<{
  /** Pulls the cable out, or plugs it in again. */
  unplug: () => Promise<void>;
  plug: () => Promise<void>;
  /** What was taken to which output, in order: `HTMLVideoElement cable`. */
  routed: () => Promise<string[]>;
}> {
  await page.addInitScript(() => {
    const cable = { kind: 'audiooutput', deviceId: 'cable', label: 'Virtual cable', groupId: '' };
    let devices = [cable];
    const routed: string[] = [];
    const media = navigator.mediaDevices;
    media.enumerateDevices = () => Promise.resolve(devices as unknown as MediaDeviceInfo[]);
    function setSinkId(this: object, deviceId: string): Promise<void> {
      routed.push(`${this.constructor.name} ${deviceId}`);
      return Promise.resolve();
    }
    for (const { prototype } of [AudioContext, HTMLMediaElement]) Object.assign(prototype, { setSinkId });
    Object.assign(globalThis, { routed });
    for (const [name, next] of Object.entries({ unplug: [], plug: [cable] }))
      addEventListener(name, () => {
        devices = next;
        media.dispatchEvent(new Event('devicechange'));
      });
  });
  await page.reload();
  const send = (name: string) => page.evaluate((type) => void dispatchEvent(new Event(type)), name);
  return {
    unplug: () => send('unplug'),
    plug: () => send('plug'),
    routed: () => page.evaluate(() => (globalThis as unknown as { routed: string[] }).routed),
  };
}
