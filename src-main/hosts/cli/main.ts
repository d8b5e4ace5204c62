import { speakLanguage } from '../../infra/language.ts';

// Before anything else is loaded: commands take the texts of their help when they are made.
await speakLanguage();
await import('./command-line.ts');
