import { contextBridge, ipcRenderer } from 'electron';
import { channels } from './wire.ts';

/** Passes frames between the page and main, and nothing else: what they mean is checked in main. */
contextBridge.exposeInMainWorld('voicewright', {
  post: (frame: unknown) => {
    ipcRenderer.send(channels.frame, frame);
  },
  listen: (listener: (frame: unknown) => void) => {
    ipcRenderer.on(channels.frame, (_event, frame: unknown) => {
      listener(frame);
    });
  },
  closed: (listener: (reason: string) => void) => {
    ipcRenderer.on(channels.closed, (_event, reason: unknown) => {
      listener(String(reason));
    });
  },
});
