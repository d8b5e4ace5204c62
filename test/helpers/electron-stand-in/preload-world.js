// Runs in the preload's isolated world before the preload: ipcRenderer and contextBridge.
const standInProcess = { type: 'renderer', sandboxed: true, contextIsolated: true, platform: 'linux', versions: { electron: '45.4.1' } };
const packed = (value) =>
  JSON.stringify(value, (_key, item) => {
    if (!(item instanceof Uint8Array)) return item;
    let binary = '';
    for (let at = 0; at < item.length; at += 8192) binary += String.fromCharCode(...item.subarray(at, at + 8192));
    return { '\u0000bytes': btoa(binary) };
  });
const unpacked = (text) =>
  JSON.parse(text, (_key, item) =>
    item && typeof item['\u0000bytes'] === 'string' ? Uint8Array.from(atob(item['\u0000bytes']), (letter) => letter.charCodeAt(0)) : item,
  );

const heard = new Map();
globalThis.standInDeliver = (text) => {
  const { channel, args } = unpacked(text);
  for (const listener of [...(heard.get(channel) ?? [])]) listener({ senderId: 0 }, ...args);
};
const ipcRenderer = {
  send: (channel, ...args) => standInPost(packed({ channel, args })),
  on: (channel, listener) => {
    heard.set(channel, [...(heard.get(channel) ?? []), listener]);
    return ipcRenderer;
  },
  off: (channel, listener) => {
    heard.set(
      channel,
      (heard.get(channel) ?? []).filter((one) => one !== listener),
    );
    return ipcRenderer;
  },
};

// Functions cross as numbers; everything else is what an event's detail is cloned to in the other world.
const contextBridge = {
  exposeInMainWorld: (name, api) => {
    const functions = Object.entries(api).map(([key, value]) => {
      if (typeof value !== 'function') throw new Error('The stand-in bridges objects of functions only.');
      return key;
    });
    document.addEventListener(`stand-in call ${name}`, ({ detail: { key, args } }) => {
      const real = args.map((argument) =>
        argument?.standInCallback === undefined
          ? argument
          : (...values) =>
              document.dispatchEvent(new CustomEvent(`stand-in back ${name}`, { detail: { callback: argument.standInCallback, values } })),
      );
      api[key](...real);
    });
    document.dispatchEvent(new CustomEvent('stand-in expose', { detail: { name, functions } }));
  },
};
const standInRequire = (name) => {
  if (name !== 'electron') throw new Error(`module not found: ${name}`);
  return { contextBridge, ipcRenderer };
};
