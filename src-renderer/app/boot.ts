import { setLanguage } from '#shared/messages/index.ts';
import { isLanguage } from '#shared/messages/languages.ts';

// The host wrote its language into the page. Texts that a module reads while it loads are right only where the language is there before.
const { lang } = document.documentElement;
await setLanguage(isLanguage(lang) ? lang : 'en');
await import('./main.tsx');
