import { clock, escapeMarkup, linesOfWords } from '../narration/captions.ts';
import { blocksIn, captionsOf, type WordScript } from './script.ts';

/** TTML of the IMSC 1.1 text profile: one region; a paragraph for each cue, and a span for each word, timed from the start of its paragraph. */
export function toTtml(script: WordScript): string {
  const blocks = blocksIn(script);
  const names = [...new Set(blocks.flatMap(({ character }) => (character ? [character.name] : [])))];
  const agents = names.map(
    (name, index) =>
      `      <ttm:agent xml:id="agent${index + 1}" type="character"><ttm:name type="full">${escapeMarkup(name)}</ttm:name></ttm:agent>\n`,
  );
  const paragraphs = captionsOf(script).map((cue) => {
    const name = blocks[cue.block]?.character?.name;
    const agent = name === undefined ? '' : ` ttm:agent="agent${names.indexOf(name) + 1}"`;
    const lines = linesOfWords(cue).map((words) =>
      words
        .map(({ text, startMs, endMs }) => {
          const [begin, end] = [clock(startMs - cue.startMs, '.'), clock(endMs - cue.startMs, '.')];
          return `<span begin="${begin}" end="${end}">${escapeMarkup(text)}</span>`;
        })
        .join(' '),
    );
    return `      <p begin="${clock(cue.startMs, '.')}" end="${clock(cue.endMs, '.')}"${agent}>${lines.join('<br/>')}</p>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xml:lang="${escapeAttribute(script.language)}" ttp:timeBase="media" ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/imsc1.1/text">
  <head>
    <metadata>
      <ttm:title>${escapeMarkup(script.title)}</ttm:title>
${agents.join('')}    </metadata>
    <styling>
      <style xml:id="text" tts:color="white" tts:backgroundColor="black" tts:fontFamily="proportionalSansSerif" tts:fontSize="100%" tts:lineHeight="125%" tts:textAlign="center"/>
    </styling>
    <layout>
      <region xml:id="bottom" tts:origin="10% 70%" tts:extent="80% 20%" tts:displayAlign="after" tts:showBackground="whenActive"/>
    </layout>
  </head>
  <body region="bottom" style="text">
    <div>
${paragraphs.join('')}    </div>
  </body>
</tt>
`;
}

const escapeAttribute = (text: string): string => escapeMarkup(text).replaceAll('"', '&quot;');
