/**
 * What setup says, in English and German. It runs before anything is installed, on the machine's own Node, so that the catalogue of messages
 * is out of its reach.
 */
const english = {
  couldNotRun: (command, reason) => `${command} could not be run: ${reason}`,
  endedBySignal: (command, signal) => `${command} was ended by ${signal}.`,
  failedWithCode: (command, code) => `${command} failed with code ${code}.`,
  installingDependencies: 'Installing the dependencies (npm ci) ...',
  dependenciesIncomplete: 'npm ci ended without an error, but not everything is there. Look at its output above.',
  building: 'Building ...',
  fonts: 'the Noto fonts',
  installing: (names, command) => `Installing ${names} (${command}) ...`,
  notFoundAfterInstall: (names) => `apt-get ended without an error, but ${names} cannot be found.`,
  missing: (names, command) => `Missing: ${names}. Type: ${command}`,
  installingRecogniser: (command) => `Installing PocketSphinx, which drafts transcripts (${command}) ...`,
  recogniserNotInstalled: (reason) => `PocketSphinx could not be installed. Transcribe works without it. (${reason})`,
  nodeTooOld: (version) => `Node 20 or newer is needed; this is ${version}.`,
  unknownCommand: (commands) => `Say what to set up for: ${commands}.`,
};

const german = {
  couldNotRun: (command, reason) => `${command} ließ sich nicht ausführen: ${reason}`,
  endedBySignal: (command, signal) => `${command} wurde durch ${signal} beendet.`,
  failedWithCode: (command, code) => `${command} ist mit dem Code ${code} fehlgeschlagen.`,
  installingDependencies: 'Abhängigkeiten werden installiert (npm ci) ...',
  dependenciesIncomplete: 'npm ci endete ohne Fehler, aber es fehlt noch etwas. Die Ausgabe oben nennt den Grund.',
  building: 'Das Programm wird gebaut ...',
  fonts: 'die Noto-Schriften',
  installing: (names, command) => `Wird installiert: ${names} (${command}) ...`,
  notFoundAfterInstall: (names) => `apt-get endete ohne Fehler, aber nicht gefunden wurde: ${names}.`,
  missing: (names, command) => `Es fehlt: ${names}. Eingeben: ${command}`,
  installingRecogniser: (command) => `PocketSphinx, das Transkripte entwirft, wird installiert (${command}) ...`,
  recogniserNotInstalled: (reason) => `PocketSphinx ließ sich nicht installieren. „Transkribieren“ funktioniert auch ohne. (${reason})`,
  nodeTooOld: (version) => `Node 20 oder neuer wird gebraucht; dies ist ${version}.`,
  unknownCommand: (commands) => `Wofür eingerichtet werden soll: ${commands}.`,
};

/** By the rule of `src-main/infra/language.ts`. `locale`: what the system says to Node, where it sets no variables (Windows and macOS). */
export function setupWords(env = process.env, platform = process.platform, locale = Intl.DateTimeFormat().resolvedOptions().locale) {
  const named = ['VOICEWRIGHT_LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG'].map((name) => env[name] ?? '').find((tag) => tag !== '');
  const tag = named ?? (platform === 'linux' ? 'en' : locale);
  return /^de(?:$|[-_.@])/iu.test(tag) ? german : english;
}
