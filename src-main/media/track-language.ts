import { languageFamily } from '#shared/language-family.ts';

/** ISO 639-1 beside ISO 639-2/T, `dedeu`: all that have two letters. */
const pairs = `
aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azazb babak bebel bgbul bibis bmbam bnben bobod brbre
bsbos cacat ceche chcha cocos crcre csces cuchu cvchv cycym dadan dedeu dvdiv dzdzo eeewe elell eneng eoepo esspa etest
eueus fafas ffful fifin fjfij fofao frfra fyfry gagle gdgla glglg gngrn guguj gvglv hahau heheb hihin hohmo hrhrv hthat
huhun hyhye hzher iaina idind ieile igibo iiiii ikipk ioido isisl itita iuiku jajpn jvjav kakat kgkon kikik kjkua kkkaz
klkal kmkhm knkan kokor krkau kskas kukur kvkom kwcor kykir lalat lbltz lglug lilim lnlin lolao ltlit lulub lvlav mgmlg
mhmah mimri mkmkd mlmal mnmon mrmar msmsa mtmlt mymya nanau nbnob ndnde nenep ngndo nlnld nnnno nonor nrnbl nvnav nynya
ococi ojoji omorm orori ososs papan pipli plpol pspus ptpor quque rmroh rnrun roron rurus rwkin sasan scsrd sdsnd sesme
sgsag sisin skslk slslv smsmo snsna sosom sqsqi srsrp ssssw stsot susun svswe swswa tatam tetel tgtgk ththa titir tktuk
tltgl tntsn toton trtur tstso tttat twtwi tytah uguig ukukr ururd uzuzb veven vivie vovol wawln wowol xhxho yiyid yoyor
zazha zhzho zuzul`;

const codes = new Map(
  pairs
    .trim()
    .split(/\s+/u)
    .map((pair) => [pair.slice(0, 2), pair.slice(2)]),
);

/** What a track of a file calls the language of a BCP 47 tag: `deu` for `de-AT`. Undefined where it has no such code. */
export function toTrackLanguage(tag: string | undefined): string | undefined {
  const first = languageFamily(tag ?? '');
  return codes.get(first) ?? (/^[a-z]{3}$/u.test(first) ? first : undefined);
}
