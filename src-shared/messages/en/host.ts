export const host = {
  // core/host/host.ts
  notConnectedYet: 'Voicewright is not connected yet.',
  noResponse: 'no response',

  // core/host/wire.ts
  disconnected: 'Voicewright closed or disconnected this window',

  // src-main/hosts/electron/dialogs.ts
  openProject: 'Open project',
  newProject: 'New project',
  saveCopy: 'Save a copy',
  export: 'Export',
  exportFolder: 'Export to this folder',

  // src-main/hosts/electron/main.ts
  projectsFolder: 'Projects',
  logHasDetails: 'the log has the details',
  couldNotStart: (said: string) => `Voicewright could not start: ${said}.`,

  // src-main/hosts/electron/menu.ts
  fileMenu: 'File',
  editMenu: 'Edit',
  viewMenu: 'View',

  // src-main/hosts/electron/scheme.ts
  nothingHere: 'There is nothing at this URL.',

  // src-main/hosts/electron/service-child.ts
  localServiceProcess: 'Voicewright local service',
  modelProcess: 'Voicewright voice model',
  endedWithCode: (code: number) => `ended with code ${code}`,

  // src-main/hosts/electron/window.ts
  pageReloaded: 'The page was reloaded.',
  windowProcessGone: 'The window’s process is gone.',
  windowGone: 'The window is gone.',

  // src-main/hosts/electron/wire.ts
  tooManyFrames: 'Too many frames before Voicewright was ready.',

  // src-main/hosts/launch/choose-host.ts
  takingServed: (open: string, why: string) => `using the served host ${open}, ${why}.`,
  asAsked: 'as requested',
  noWindowWanted: 'because no window is wanted',
  portWanted: 'because a port is wanted',
  noDisplay: 'because there is no display',
  takingElectron: (detail: string) => `using Electron, ${detail}.`,
  binaryThere: 'because its binary is there',
  takingFetchedElectron: 'using Electron; its binary was downloaded.',
  electronUnavailable: (because: string) => `because Electron is not available (${because})`,
  electronUnavailableHint: (because: string) => `Electron is not available: ${because}. Without --host electron, another host is used.`,
  printingAddress: 'and printing its URL',
  printingAddressNoBrowser: 'and printing its URL (no Chromium or Chrome was found)',
  inAppWindow: (browser: string) => `in an app window of ${browser}`,

  // src-main/hosts/launch/electron-binary.ts
  electronNotInstalled: 'the package electron is not installed',
  electronFailedLately: 'an attempt in the last 24 hours failed',
  electronNoBinary: 'its installation left no binary',
  electronTimeout: 'its binary did not arrive within 10 seconds',
  electronInstallFailed: 'its installation failed',

  // src-main/hosts/launch/main.ts
  electronEnded: (code: number) => `Electron ended with code ${code} before it showed a window; using the served host.`,

  // src-main/hosts/served/admission.ts
  otherHostName: (host: string) => `This is Voicewright at ${host} and answers to no other name.`,
  otherOrigin: 'Another origin has no access.',
  originMissing: 'This needs the Origin of the page of Voicewright.',
  otherSite: 'Another site has no access.',
  openPrintedAddress: 'Open the URL that Voicewright printed.',

  // src-main/hosts/served/app-window.ts
  windowNotOpened: (browser: string, said: string) =>
    `The window could not be opened with ${browser}: ${said}. Run it again with --no-open.`,

  // src-main/hosts/served/run.ts
  windowNotBuilt: 'The window’s files are not built. Run npm run build.',
  servedHost: 'the served host',
  openAddressInBrowser: (detail: string) => `${detail}: open the URL above in a browser.`,
  noBrowserFound: 'No Chromium or Chrome was found',
  thereIsNoDisplay: 'There is no display',
  portInUse: (port: number) => `Port ${port} of 127.0.0.1 is in use. Choose another one with --port, or none for a free one.`,
  portNotAllowed: (port: number) => `Port ${port} of 127.0.0.1 is not allowed. Choose one above 1023 with --port.`,

  // src-main/hosts/served/server.ts
  tokenTooLong: 'Too long for a token.',
  addressUsed: 'This URL has been used, or it is not complete.',
  fileTooLarge: 'The file is too large.',
  sessionEnded: 'The session has ended.',
  noPath: 'The request does not name a path.',
  tooManyWindows: 'Too many windows are open.',
  studioCouldNotStart: 'Voicewright could not start.',
  closed: 'It was closed.',

  // src-main/hosts/served/websocket.ts
  notBinary: 'A message that is not binary.',
  notMessagePack: 'A message that is not MessagePack within the bounds.',

  // src-main/hosts/shared/options.ts
  usage: (profileDirectory: string) =>
    `npm start -- [--host auto|electron|served] [--port N] [--no-open] [--profile DIR]\n\n  --host     auto (default): Electron where it can be had, else an app window of an installed Chromium or Chrome,\n             else the URL to open is printed\n  --port     the served host's port on 127.0.0.1 (default: a free one)\n  --no-open  opens no window, prints the URL\n  --profile  the folder of this profile (default: ${profileDirectory})`,
  unknownHost: (hostChoices: string, host: string) => `--host takes ${hostChoices}, not “${host}”.`,
  invalidPort: (port: string) => `--port takes a number from 0 to 65535, not “${port}”.`,
  profileEmpty: '--profile takes the path of a folder.',

  // src-main/hosts/shared/profile-hold.ts
  profileHangs: (profileDirectory: string) =>
    `Another Voicewright uses the profile ${profileDirectory} and does not respond. End it, or choose another profile with --profile.`,
  alreadyRunning: (running: string, pid: number) => `Voicewright is already running on this profile (${running}, process ${pid}).`,
  broughtToFront: (running: string) => `${running} Its window was brought to the front.`,
  openUrl: (running: string, url: string) => `${running} Open ${url}`,
  runningAndInFront: 'Voicewright is already running on this profile. Its window was brought to the front.',
  fetchingElectron: 'Downloading Electron, for up to ten seconds…',
} as const;
