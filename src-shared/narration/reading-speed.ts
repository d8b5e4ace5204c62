/** How fast a viewer has to read a caption. One definition for transcripts and dubs, that of Netflix and Subtitle Edit. */

/** Characters a second: up to the first a caption is read at ease, beyond the second it is too fast for most. */
export const readingSpeeds = { ease: 17, most: 20 } as const;

/** Characters a second, with their spaces and marks, while a segment is shown; undefined without words or time. */
export function readingSpeed(text: string, seconds: number): number | undefined {
  const characters = Array.from(text.trim().replaceAll(/\s+/gu, ' ')).length;
  return characters === 0 || seconds <= 0 ? undefined : characters / seconds;
}
