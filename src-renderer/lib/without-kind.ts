/**
 * What the summary of a job names, where its kind stands beside it: `talk.mp4 with voice.mp3` of `Lip sync of talk.mp4 with voice.mp3`.
 * `text`: the message that the summary is. One that was written in another language stays as it is.
 */
export function withoutKind(summary: string, text: (name: string) => string): string {
  const [kind = ''] = text('\0').split('\0', 1);
  return summary.startsWith(kind) ? summary.slice(kind.length) : summary;
}
