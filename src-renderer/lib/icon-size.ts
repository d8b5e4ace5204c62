/** Sizes of icons and spinners: parts of the text's own size, with which they grow. */
export const iconSize = {
  /** Within a label. */
  tiny: '0.625rem',
  small: '0.75rem',
  /** Beside text of the usual size. */
  normal: '0.875rem',
  /** Alone on a button. */
  large: '1rem',
  /** In the rail, and where something is waited for. */
  wide: '1.25rem',
  huge: '1.5rem',
  /** Over the words of what is empty. */
  picture: '1.75rem',
  hero: '2rem',
} as const;
