/** The theme's colours of a waveform, for what draws it past the style sheets. */
export interface WaveColours {
  wave: string;
  played: string;
  playhead: string;
}

/** As they are now: asked again when the theme changes. */
export function waveColours(): WaveColours {
  const tokens = getComputedStyle(document.documentElement);
  return {
    wave: tokens.getPropertyValue('--wave'),
    played: tokens.getPropertyValue('--wave-played'),
    playhead: tokens.getPropertyValue('--playhead'),
  };
}
