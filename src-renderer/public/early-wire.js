// Opens the served host's wire while the studio's code still loads; `host.ts` takes it over. Electron's window has its bridge instead.
if (!('voicewright' in window)) {
  window.earlyWire = new WebSocket(location.origin.replace(/^http/u, 'ws') + '/wire');
}
