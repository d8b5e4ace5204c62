import type { Messages } from '../../shape.ts';

export const connection: Messages['cli']['connection'] = {
  keyOfOther: (bound, origin) => `VOICEWRIGHT_API_KEY gehört zu ${bound} (VOICEWRIGHT_BASE_URL) und wird nicht an ${origin} gesendet.`,
  realtimeNeedsBase: '--realtime-url braucht auch --base-url oder VOICEWRIGHT_BASE_URL.',
  tooManyRuns: (maximumSlots) => `${maximumSlots} Befehle verwenden dieses Profil bereits. Zuerst einen fertig werden lassen.`,
  purchasesHeld:
    'Ein anderer Befehl verwendet die Aufzeichnungen bezahlter Anfragen, die ein früherer Lauf für dieses Projekt hinterlassen hat. Warten, bis er endet, dann erneut versuchen. Nichts wurde gesendet.',
  interrupted: 'Die Befehlszeile endete, bevor dies fertig war. Wurde möglicherweise berechnet.',
};
