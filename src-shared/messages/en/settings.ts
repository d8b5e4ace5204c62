export const settings = {
  // app/settings/panel.tsx
  general: 'General',
  accessibility: 'Accessibility',
  soundDevices: 'Sound devices',
  sections: 'Sections of Settings',
  language: 'Language',

  // app/settings/general.tsx
  newTour: 'New here?',
  newTourNote: 'The tour shows the five places to know.',

  // app/settings/sound.tsx
  microphoneNote: 'Used when you record a voice in Clone. Your browser asks before the first recording.',

  // app/settings/accessibility.tsx
  textSize: 'Text size',
  textSizeNote: 'On top of the text size of your system. The whole window grows with it.',
  percent: (figure: string) => `${figure}%`,
  lessMotion: 'Reduce motion',
  lessMotionNote: 'Nothing glides or fades. On already where your system asks for it.',
  moreContrast: 'High contrast',
  moreContrastNote: 'Stronger lines and text. On already where your system asks for it.',

  // app/settings/language.tsx
  languageNote: 'Voices speak the language of your text, whatever you choose here.',
} as const;
