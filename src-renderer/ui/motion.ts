/** How long anything on the screen moves, in milliseconds: `--motion` of `theme.css`, for what the style sheet does not reach. */
export const motionMs = 120;
