import { create } from 'zustand';
import { toFailure, formatFailure } from '#shared/failure.ts';
import { announce } from '../../lib/live-region.tsx';
import { toastReason } from '../../lib/toast.tsx';
import { attempt } from '../../core/host/host.ts';
import { liveSound } from './store.ts';
import { setLive, useLiveDesk } from './phrases.ts';
import { useLive } from './queue-store.ts';
import { messages } from '#shared/messages/index.ts';

interface Output {
  deviceId: string;
  label: string;
}

/** The outputs of this machine besides the system's own choice, as far as the browser tells them. */
export const useOutputs = create<{ outputs: readonly Output[] }>(() => ({ outputs: [] }));

const gone = messages.live.theOutputThatWasChosenIs;

async function read(): Promise<void> {
  const media = navigator.mediaDevices as MediaDevices | undefined;
  const answer = await attempt(async () => (await media?.enumerateDevices()) ?? []);
  const found = answer.ok
    ? answer.value.filter(({ kind, deviceId }) => kind === 'audiooutput' && deviceId !== '' && deviceId !== 'default')
    : [];
  useOutputs.setState({
    outputs: found.map(({ deviceId, label }, index) => ({
      deviceId,
      label: label === '' ? messages.live.output(String(index + 1)) : label,
    })),
  });
  const { deviceId } = useLiveDesk.getState().settings;
  const isThere = (id: string): boolean => found.some((output) => output.deviceId === id);
  if (deviceId !== '' && !isThere(deviceId)) await fallBack();
  else if (lost !== undefined && isThere(lost)) await takeBack(lost);
}

/** The output that was chosen and went away: when it comes back, it is what the person wants still. */
let lost: string | undefined;
const back = messages.live.theOutputThatWasChosenIs2;

async function takeBack(deviceId: string): Promise<void> {
  const answer = await attempt(() => liveSound.setDevice(deviceId));
  if (!answer.ok) return; // it is told of when it comes once more
  lost = undefined;
  setLive({ deviceId });
  if (useLive.getState().notice === gone) useLive.setState({ notice: undefined });
  announce(back);
}

async function fallBack(): Promise<void> {
  lost = useLiveDesk.getState().settings.deviceId;
  setLive({ deviceId: '' });
  useLive.setState({ notice: gone });
  announce(gone);
  await attempt(() => liveSound.setDevice(''));
}

export async function chooseOutput(deviceId: string): Promise<void> {
  const answer = await attempt(() => liveSound.setDevice(deviceId));
  if (answer.ok) {
    lost = undefined;
    setLive({ deviceId });
  } else toastReason(messages.live.output2, messages.live.thisOutputCannotBeUsed(formatFailure(answer.failure)));
}

/** Browsers tell the names of outputs only to a page that may use the microphone. */
export async function nameOutputs(): Promise<void> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    for (const track of stream.getTracks()) track.stop();
  } catch (thrown) {
    toastReason(messages.live.outputs, messages.live.namesNeedTheMicrophone(formatFailure(toFailure(thrown))));
  }
  await read();
}

let watched: MediaDevices | undefined;

/** Looks for the outputs, and follows them from then on: what is spoken goes on behind another panel too. */
export function watchOutputs(): void {
  const { deviceId } = useLiveDesk.getState().settings;
  if (deviceId !== '') void attempt(() => liveSound.setDevice(deviceId)).then((answer) => (answer.ok ? undefined : fallBack()));
  void read();
  const media = navigator.mediaDevices as MediaDevices | undefined;
  if (watched !== undefined || media === undefined) return;
  watched = media;
  media.addEventListener('devicechange', () => void read());
}
