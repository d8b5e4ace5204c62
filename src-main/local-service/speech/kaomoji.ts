/**
 * `filterEmoji: true`: the complete decorative kaomoji that are removed. A written list, so that nothing else ever is: graphical emoji,
 * ambiguous faces (`:)`, `xD`, `(o)`), code, addresses, quoted literals and tags stay.
 */
const kaomoji = [
  '(^_^)', '(^-^)', '(^o^)', '(^.^)', '(^^)', '(^_^;)', '(^^;)', '(^_-)', '(^_-)-☆', '(>_<)', '(>.<)', '(T_T)', '(T-T)', '(;_;)', '(ToT)', '(-_-)', '(-_-;)',
  '(-_-)zzz', '(o_o)', '(O_O)', '(O_o)', '(o_O)', '(@_@)', '(*_*)', '(=_=)', '(¬_¬)', '(ಠ_ಠ)', 'ಠ_ಠ', '(ツ)', '¯\\_(ツ)_/¯', '¯\\(ツ)/¯', '(╯°□°)╯︵ ┻━┻',
  '(╯°□°）╯︵ ┻━┻', '┬─┬ ノ( ゜-゜ノ)', '┬─┬ノ( º _ ºノ)', '(ノಠ益ಠ)ノ彡┻━┻', 'ʕ•ᴥ•ʔ', 'ʕ·ᴥ·ʔ', '(•‿•)', '(◕‿◕)', '(◕‿◕✿)', '(｡◕‿◕｡)', '(◠‿◠)', '(✿◠‿◠)',
  '(´・ω・`)', '(´･ω･`)', '(・ω・)', '(=^・ω・^=)', '(=^･ω･^=)', '(=^.^=)', '(ﾟωﾟ)', '(´∀`)', '(´▽`)', '(≧▽≦)', '(≧∇≦)', '(≧∀≦)', '(＾▽＾)', '(＾_＾)',
  '(＾ω＾)', '(｀・ω・´)', '(；´д｀)', '(；ω；)', '(っ˘ω˘ς )', '(づ｡◕‿‿◕｡)づ', '(ง •̀_•́)ง', '(•̀ᴗ•́)و', 'ヽ(^o^)ノ', 'ヽ(´▽`)/', '\\(^o^)/', '\\(^_^)/', '٩(◕‿◕)۶',
  '(☞ﾟヮﾟ)☞', '( ͡° ͜ʖ ͡°)', '(⌐■_■)', '(っ◔◡◔)っ', '(*^_^*)', '(*^▽^*)', '(*´▽`*)', '(๑•ᴗ•๑)', '(๑˃ᴗ˂)ﻭ', '(⁄ ⁄•⁄ω⁄•⁄ ⁄)', 'm(_ _)m', 'orz',
].sort((one, other) => other.length - one.length); // prettier-ignore

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');

/** Left alone: code, addresses, quoted literals and tags; the first alternative that matches at a place wins. */
const protectedText =
  '```[\\s\\S]*?```|`[^`\\n]*`|\\b[a-z][a-z0-9+.-]*:\\/\\/\\S+|www\\.\\S+|"[^"\\n]*"|“[^”\\n]*”|«[^»\\n]*»|„[^“”\\n]*[“”]|「[^」\\n]*」|<[^<>\\n]*>|\\[[^\\[\\]\\n]*\\]';
/** A face is complete when it stands alone: between spaces, at an edge, or before closing punctuation. */
const pattern = new RegExp(`(${protectedText})|(?<=^|\\s)(?:${kaomoji.map(literal).join('|')})(?=$|\\s|[.,;:!?…]+(?:$|\\s))`, 'giu');

/** The text without those faces and the blanks they leave behind. */
export function withoutKaomoji(text: string): string {
  const result = text.replace(pattern, (_, kept: string | undefined) => kept ?? '');
  if (result === text) return text;
  return result
    .replace(/[^\S\n]{2,}/gu, ' ')
    .replace(/ +(?=[.,;:!?…]|\n|$)/gu, '')
    .replace(/^ +/gu, '');
}
