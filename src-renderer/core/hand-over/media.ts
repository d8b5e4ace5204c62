import { create } from 'zustand';
import { announce } from '../../lib/live-region.tsx';
import { useWindow } from '../window/window.ts';
import { messages } from '#shared/messages/index.ts';

/** A picture, a video or a sound that one panel gives to another. */
export interface HandedMedia {
  kind: 'image' | 'video' | 'audio';
  /** How a person knows it. */
  name: string;
  /** The service's own address while that lives; `null` where it does not, or belongs to another service. */
  address: string | null;
  /** The file on this machine, by its studio address. */
  fileUrl: string;
}

type Take = (media: HandedMedia) => void;

/** The panels that take something, by their ids; what nobody takes is not offered. */
export const useTakers = create<{ takers: ReadonlyMap<string, Take> }>(() => ({ takers: new Map() }));

/** From now on the panel takes what is handed over to it. */
export function onHandedOver(panel: string, take: Take): void {
  useTakers.setState(({ takers }) => ({ takers: new Map([...takers, [panel, take]]) }));
}

/** Gives something to a panel that takes it, and shows that. */
export function handOver(media: HandedMedia, panel: string): void {
  const take = useTakers.getState().takers.get(panel);
  if (!take) return;
  useWindow.setState({ panel });
  take(media);
  announce(messages.handOver.fileAdded(media.name));
}
