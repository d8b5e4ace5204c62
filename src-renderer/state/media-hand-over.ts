import { create } from 'zustand';
import { announce } from '../ui/live-region.tsx';
import { useWindow } from './window.ts';

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

/** What was given last; the panel that is to have it takes it. */
export const useHandOver = create<{ media: HandedMedia | undefined }>(() => ({ media: undefined }));

/** Gives something to a panel by its id, and shows that. */
export function handOver(media: HandedMedia, panel: string): void {
  useHandOver.setState({ media });
  useWindow.setState({ panel });
  announce(`${media.name} was handed over.`);
}

/** What was given, once. */
export function takeHandedOver(): HandedMedia | undefined {
  const { media } = useHandOver.getState();
  if (media) useHandOver.setState({ media: undefined });
  return media;
}
