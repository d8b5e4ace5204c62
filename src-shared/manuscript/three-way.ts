import type { Node } from '@tiptap/pm/model';
import type { BlockId, ChapterId } from '../ids.ts';
import { attributesOf, groupParagraphs } from '../narration/document.ts';
import { joinParts } from '../narration/speech-parts.ts';
import { compareChapters, type BaseChapter } from './compare-chapters.ts';
import type { ComparedChapter, ComparedUnit, Comparison, OwnEdit, Row, Versions } from './comparison.ts';
import type { ImportedParagraph } from './imported-text.ts';
import { learnSpeech } from './known-speech.ts';
import { longestRun } from './match-blocks.ts';
import { mergeTexts } from './merge-texts.ts';
import { differs, groupContinued, matchCut, matchParts, speakAsOthers, whoSpeaks, type MatchedBlock, type RevisedBlock } from './paragraph-blocks.ts'; // prettier-ignore
import { differInTypographyAlone, isAlike } from './typography.ts';
import { matchUnits, previousOf, type Unit } from './units.ts';

/**
 * What a later version of a manuscript changes in the script: compared with the text that was imported, so that what the manuscript changed and what a
 * person changed in the script are two things. Pure.
 */

const clean = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

interface Base extends ImportedParagraph {
  chapterId: ChapterId;
  /** It was imported, and is not taken from the script for want of that. */
  isKnown: boolean;
}

interface Facts {
  base: string | undefined;
  ours: string | undefined;
  /** With the edits of the script in it, where `isMerged`. */
  theirs: string | undefined;
  /** Script and manuscript changed other words of it, and both have their way. */
  isMerged: boolean;
  isKnown: boolean;
  parts: RevisedBlock[];
  theyChanged: boolean;
  weChanged: boolean;
  /** The manuscript names somebody else as its speaker than before. */
  theyRecast: boolean;
  /** As the imported text had them. */
  pauseMs: number | null;
  characterId: string | null;
}

export function compareVersions(versions: Versions): Comparison {
  return new Comparing(versions).compare();
}

class Comparing {
  readonly #versions: Versions;
  readonly #ours: { text: string; chapterId: ChapterId; ids: string[]; nodes: Node[] }[];
  readonly #theirs: { text: string; chapter: number; parts: RevisedBlock[] }[];
  readonly #base: Base[];
  readonly #baseChapters: BaseChapter[];
  readonly #units: Unit[];
  readonly #speak: ReturnType<typeof learnSpeech>;
  /** What the manuscript would make of each unit. */
  readonly #blocks = new Map<Unit, { blocks: MatchedBlock[]; isRecast: boolean }>();

  constructor(versions: Versions) {
    this.#versions = versions;
    const { script, imported = [], manuscript } = versions;
    this.#ours = script.flatMap(({ id, document }) =>
      groupParagraphs(document.children).map((nodes) => ({
        text: joinParts(nodes.map((node) => node.textContent)),
        chapterId: id,
        ids: nodes.map((node) => attributesOf(node).id),
        nodes,
      })),
    );
    this.#theirs = manuscript.flatMap(({ blocks }, chapter) =>
      groupContinued(blocks).map((parts) => ({ text: joinParts(parts.map(({ text }) => text)), chapter, parts })),
    );
    const unknown = script.filter(({ id }) => versions.imported === undefined || versions.unknown?.has(id) === true);
    this.#baseChapters = [
      ...imported.map(({ id, title }) => ({ id, title, isKnown: true })),
      ...unknown.map(({ id, title }) => ({ id, title, isKnown: false })),
    ];
    const unknownIds = new Set(unknown.map(({ id }) => id));
    this.#base = [
      ...imported.flatMap(({ id, paragraphs }) => paragraphs.map((paragraph) => ({ ...paragraph, chapterId: id, isKnown: true }))),
      ...this.#ours
        .filter(({ chapterId }) => unknownIds.has(chapterId))
        .map(({ text, chapterId, ids }) => ({ text, chapterId, ids, isKnown: false })),
    ];
    this.#units = matchUnits(this.#base, this.#ours, this.#theirs);
    const chapters = Map.groupBy(this.#ours, ({ chapterId }) => chapterId);
    this.#speak = learnSpeech([...chapters.values()].map((paragraphs) => paragraphs.flatMap(({ nodes }) => nodes)));
  }

  compare(): Comparison {
    const { script, manuscript, imported, hasAudio = () => false } = this.#versions;
    const ids = this.#identifyChapters();
    const unitsOf = (count: number, chapterOf: (index: number) => number | string | undefined, side: 'ours' | 'theirs') => {
      const found = new Map<number | string | undefined, Unit[]>();
      const seen = new Set<Unit>();
      const owner = new Map(this.#units.flatMap((unit) => unit[side].map((index) => [index, unit] as const)));
      for (let index = 0; index < count; index += 1) {
        const unit = owner.get(index);
        if (!unit || seen.has(unit)) continue;
        seen.add(unit);
        const key = chapterOf(index);
        const own = found.get(key) ?? [];
        own.push(unit);
        found.set(key, own);
      }
      return found;
    };
    const oursIn = unitsOf(this.#ours.length, (index) => this.#ours[index]?.chapterId, 'ours');
    const theirsIn = unitsOf(this.#theirs.length, (index) => this.#theirs[index]?.chapter, 'theirs');
    const ours = new Map(script.map(({ id }) => [id, oursIn.get(id) ?? []]));
    const titleOf = new Map(script.map(({ id, title }) => [id, title]));
    const theirs = manuscript.map(({ title, isTitled }, index) => {
      const id = ids[index];
      return { id, title: isTitled === false ? (titleOf.get(id ?? '') ?? title) : title, units: theirsIn.get(index) ?? [] };
    });
    const movedByUs = this.#findMoved([...ours].map(([id, units]) => ({ id, units })));
    const movedByThem = this.#findMoved(theirs);
    const before = { ours: previousOf([...ours.values()]), theirs: previousOf(theirs.map(({ units }) => units)) };
    const chapterKeys = theirs.map(({ id }, index) => id ?? `new-${index}`);
    const keys = new Keys();
    const own: OwnEdit[] = [];
    const keepsTypography = this.#keepsTypography(hasAudio);
    const compared = new Map<Unit, ComparedUnit>();
    for (const unit of this.#inOrder(theirs, ours)) {
      const place = this.#theirs[unit.theirs[0] ?? -1]?.chapter;
      const here = this.#ours[unit.ours[0] ?? -1]?.chapterId;
      const isSamePlace = (): boolean =>
        place !== undefined && here !== undefined && ids[place] === here && before.ours.get(unit) === before.theirs.get(unit);
      const isMovedByThem = movedByThem.has(unit) && unit.ours.length > 0 && !(movedByUs.has(unit) && isSamePlace());
      const chapter = place === undefined ? (here ?? '') : (chapterKeys[place] ?? '');
      const isGoneChapter = place !== undefined && ids[place] !== undefined && !ours.has(ids[place]);
      const done = this.#compareUnit(unit, { isMovedByThem, isMovedByUs: movedByUs.has(unit), isGoneChapter, keepsTypography });
      const row = done.row && { ...done.row, key: keys.give(done.row, done.nodes), chapter };
      compared.set(unit, { unit, nodes: done.nodes, theirs: done.theirs, isRecast: done.isRecast, row });
      const title = titleOf.get(here ?? '') ?? this.#baseChapters.find(({ id }) => id === this.#base[unit.base[0] ?? -1]?.chapterId)?.title;
      if (done.own) own.push({ ...done.own, key: `own-${own.length}`, title: title ?? '' });
    }
    const chapterRows = compareChapters({ script, baseChapters: this.#baseChapters }, theirs, chapterKeys, own);
    const rows = [...compared.values()].flatMap(({ row }) => row ?? []);
    const named = new Set(ids);
    const same = (units: readonly Unit[]): number =>
      units.reduce((sum, unit) => sum + (compared.get(unit)?.row ? 0 : (compared.get(unit)?.nodes.length ?? 0)), 0);
    return {
      versions: this.#versions,
      isThreeWay: imported !== undefined && imported.length > 0,
      rows: [...[...chapterRows.values()].flatMap(({ moved, renamed }) => [moved, renamed].flatMap((row) => row ?? [])), ...rows],
      own,
      chapters: [
        ...theirs.map(({ id, title, units }, index): ComparedChapter => {
          const known = id !== undefined && ours.has(id);
          return { key: chapterKeys[index] ?? '', id: known ? id : undefined, title, kind: known ? 'kept' : 'added', same: same(units) };
        }),
        ...script
          .filter(({ id }) => !named.has(id))
          .map(({ id, title }): ComparedChapter => ({ key: id, id, title, kind: 'removed', same: same(ours.get(id) ?? []) })),
      ],
      keepsTypography,
      parts: { compared, ours, theirs, chapterRows, paragraphs: this.#theirs.map(({ parts }) => parts) },
    };
  }

  /** In the order of the manuscript, then what it does not have, as the script has it. */
  #inOrder(theirs: readonly { units: readonly Unit[] }[], ours: ReadonlyMap<ChapterId, readonly Unit[]>): Set<Unit> {
    return new Set([...theirs.flatMap(({ units }) => units), ...[...ours.values()].flat(), ...this.#units]);
  }

  /** The chapter of the project that each of the manuscript is: that which most of its paragraphs come from, else the one that has its title. */
  #identifyChapters(): (ChapterId | undefined)[] {
    const { manuscript, script } = this.#versions;
    const votes = new Map<string, { chapter: number; id: ChapterId; count: number }>();
    const unitOf = new Map(this.#units.flatMap((unit) => unit.theirs.map((index) => [index, unit] as const)));
    this.#theirs.forEach(({ chapter }, index) => {
      const unit = unitOf.get(index);
      const id = this.#base[unit?.base[0] ?? -1]?.chapterId ?? this.#ours[unit?.ours[0] ?? -1]?.chapterId;
      if (!unit || id === undefined) return;
      const key = `${chapter} ${id}`;
      const count = Math.max(this.#nodesOf(unit).length, 1);
      votes.set(key, { chapter, id, count: (votes.get(key)?.count ?? 0) + count });
    });
    const given = new Map<number, ChapterId>();
    const taken = new Set<ChapterId>();
    const give = (chapter: number, id: ChapterId): void => {
      if (given.has(chapter) || taken.has(id)) return;
      given.set(chapter, id);
      taken.add(id);
    };
    for (const { chapter, id } of [...votes.values()].sort((one, other) => other.count - one.count)) give(chapter, id);
    const known = [...script, ...this.#baseChapters];
    manuscript.forEach(({ title }, chapter) => {
      const same = known.find((each) => each.title === title && !taken.has(each.id));
      if (same) give(chapter, same.id);
    });
    return manuscript.map((_, chapter) => given.get(chapter));
  }

  #nodesOf = (unit: Unit): Node[] => unit.ours.flatMap((index) => this.#ours[index]?.nodes ?? []);

  /** Those that stand in another chapter than in what was imported, or elsewhere in their own. */
  #findMoved(chapters: readonly { id: ChapterId | undefined; units: readonly Unit[] }[]): ReadonlySet<Unit> {
    const moved = new Set<Unit>();
    for (const { id, units } of chapters) {
      const places = units.map(({ base: [first] }) => (first !== undefined && this.#base[first]?.chapterId === id ? first : undefined));
      const stayed = new Set(longestRun(places));
      units.forEach((unit, index) => {
        if (unit.base.length > 0 && !stayed.has(index)) moved.add(unit);
      });
    }
    return moved;
  }

  /** All blocks that differ in their typography alone keep their text where one of them has audio of it, so that the book has one typography. */
  #keepsTypography(hasAudio: (blockId: BlockId) => boolean): boolean {
    return this.#units.some((unit) => {
      const nodes = this.#nodesOf(unit);
      if (nodes.length === 0 || unit.theirs.length === 0) return false;
      const facts = this.#factsOf(unit);
      const now = this.#partsToTake(unit, facts, nodes);
      return (now ? this.#blocksOf(unit, nodes, now).blocks : []).some(
        ({ before, text }) =>
          before !== undefined && differInTypographyAlone(before.textContent, text) && hasAudio(attributesOf(before).id),
      );
    });
  }

  /** What each version says of it, and who changed that. */
  #factsOf(unit: Unit): Facts {
    const read = (paragraphs: readonly { text: string }[], indexes: readonly number[]): string | undefined =>
      indexes.length === 0 ? undefined : joinParts(indexes.map((index) => paragraphs[index]?.text ?? ''));
    const base = read(this.#base, unit.base);
    const ours = read(this.#ours, unit.ours);
    const written = read(this.#theirs, unit.theirs);
    const imported = unit.base.flatMap((index) => this.#base[index] ?? []);
    const isKnown = imported.some((each) => each.isKnown);
    const writtenParts = unit.theirs.flatMap((index) => this.#theirs[index]?.parts ?? []);
    const theyChanged = base !== undefined && written !== undefined && !isAlike(base, written);
    const weChanged = isKnown && base !== undefined && ours !== undefined && !isAlike(base, ours);
    const [part] = writtenParts;
    const isOneBlock = writtenParts.length === 1 && this.#nodesOf(unit).length === 1;
    const merged = theyChanged && weChanged && isOneBlock ? mergeTexts(base, ours, written) : undefined;
    const isMerged = merged !== undefined && part !== undefined;
    const parts = isMerged ? [{ ...part, text: merged }] : writtenParts;
    const who = imported.map((each) => each.who ?? '').filter(Boolean).join('\n'); // prettier-ignore
    return {
      ...{ base, ours, theirs: isMerged ? merged : written, isMerged, isKnown, parts, theyChanged, weChanged },
      theyRecast: !isKnown || whoSpeaks(parts) !== who,
      pauseMs: imported.at(-1)?.pauseMs ?? null,
      characterId: imported[0]?.characterId ?? null,
    };
  }

  /** What of the manuscript comes into the script where it is taken; `undefined` where nothing of the text does. */
  #partsToTake(unit: Unit, facts: Facts, nodes: readonly Node[]): RevisedBlock[] | undefined {
    const { base, ours, theirs, isKnown, parts, theyChanged, theyRecast, weChanged } = facts;
    if (base === undefined || ours === undefined || theirs === undefined) return undefined;
    const takesText = (theyChanged && !isAlike(ours, theirs)) || (clean(ours) === clean(base) && clean(theirs) !== clean(base));
    if (!isKnown) return parts;
    const recasts = theyRecast && (takesText || (parts.length === 1 && nodes.length === 1) || !weChanged);
    if (!takesText && !recasts) return undefined;
    const ownText = !takesText && parts.length === 1 && nodes.length === 1 ? nodes[0]?.textContent : undefined;
    return parts.map((part) => ({
      ...part,
      ...(ownText !== undefined && { text: ownText }),
      ...(!theyRecast && part.characterId !== undefined && { characterId: nodes.length === 1 ? attributesOf(nodes[0] as Node).characterId : undefined }), // prettier-ignore
      ...(!theyRecast && { voiceId: undefined }),
    }));
  }

  #blocksOf(unit: Unit, nodes: readonly Node[], now: readonly RevisedBlock[]): { blocks: MatchedBlock[]; isRecast: boolean } {
    const known = this.#blocks.get(unit);
    if (known) return known;
    const made = this.#makeBlocks(unit, nodes, now);
    this.#blocks.set(unit, made);
    return made;
  }

  #makeBlocks(unit: Unit, nodes: readonly Node[], now: readonly RevisedBlock[]): { blocks: MatchedBlock[]; isRecast: boolean } {
    if (unit.ours.length > 1 || (unit.ours.length === 1 && unit.theirs.length > 1))
      return { blocks: matchCut({ nodes, now }), isRecast: false };
    const spoken = speakAsOthers(now, nodes, this.#speak);
    return { blocks: matchParts({ nodes, now: spoken ?? now }), isRecast: spoken !== undefined && nodes.length > 0 };
  }

  #compareUnit(
    unit: Unit,
    {
      isMovedByThem,
      isMovedByUs,
      isGoneChapter,
      keepsTypography,
    }: { isMovedByThem: boolean; isMovedByUs: boolean; isGoneChapter: boolean; keepsTypography: boolean },
  ): Omit<ComparedUnit, 'unit' | 'row'> & { row?: Omit<Row, 'key' | 'chapter'>; own?: Omit<OwnEdit, 'key' | 'title'> } {
    const nodes = this.#nodesOf(unit);
    const facts = this.#factsOf(unit);
    const { base, ours, theirs, isKnown, parts, weChanged, theyChanged } = facts;
    const texts = {
      ...(isKnown && base !== undefined && { base }),
      ...(ours !== undefined && { yours: ours }),
      ...(theirs !== undefined && { theirs }),
    };
    const plain = { nodes, theirs: undefined, isRecast: false };
    if (theirs === undefined) {
      if (ours === undefined) return plain;
      if (base === undefined) return { ...plain, ...(ours.trim() !== '' && { own: { kind: 'added' as const, yours: ours } }) };
      return { ...plain, row: { ...texts, kind: 'removed', isConflict: weChanged, isMoved: false } };
    }
    if (ours === undefined) {
      if (base !== undefined && !theyChanged) return { ...plain, own: { kind: 'removed', base } };
      const { blocks } = this.#blocksOf(unit, [], parts);
      const characterId = blocks.find((block) => (block.characterId ?? null) !== null)?.characterId;
      const isConflict = base !== undefined || isGoneChapter;
      const row = { ...texts, kind: base === undefined ? ('added' as const) : ('changed' as const), isConflict, isMoved: false };
      return { ...plain, theirs: blocks, row: { ...row, ...(typeof characterId === 'string' && { characterId }) } };
    }
    if (base === undefined) return plain;
    const now = this.#partsToTake(unit, facts, nodes);
    const { blocks, isRecast } = now ? this.#blocksOf(unit, nodes, now) : { blocks: undefined, isRecast: false };
    const taken = blocks && this.#withPauses(blocks, nodes, facts);
    const difference = blocks && differs(nodes, blocks, keepsTypography);
    const isMoved = isMovedByThem;
    const isOwnMove = isKnown && isMovedByUs && !isMoved;
    const ownKind = weChanged && !isAlike(ours, theirs) ? 'changed' : isOwnMove ? 'moved' : undefined;
    const own = ownKind && !difference ? { own: { kind: ownKind, base, yours: ours } as const } : {};
    const kept = { nodes, theirs: taken ?? this.#keptWithPause(nodes, facts), isRecast, ...own };
    if (!difference && !isMoved) return kept;
    const weRecast = isKnown && nodes.some((node) => attributesOf(node).characterId !== facts.characterId && attributesOf(node).characterId !== null); // prettier-ignore
    const isConflict =
      (difference?.text === true && weChanged && !facts.isMerged) ||
      (difference?.speaker !== undefined && isKnown && facts.theyRecast && weRecast) ||
      (isMoved && isMovedByUs);
    const row = { ...texts, kind: difference ? ('changed' as const) : ('moved' as const), isConflict, isMoved };
    return { ...kept, row: { ...row, ...(typeof difference?.speaker === 'string' && { characterId: difference.speaker }) } };
  }

  /** The pause after it as the manuscript has it, unless that is what it had before: then the pause of the script stays. */
  #withPauses(blocks: MatchedBlock[], nodes: readonly Node[], facts: Facts): MatchedBlock[] {
    const last = nodes.at(-1);
    const next = blocks.at(-1);
    if (!facts.isKnown || !last || !next || (next.pauseMs ?? null) !== facts.pauseMs) return blocks;
    return blocks.with(-1, { ...next, pauseMs: attributesOf(last).pauseMs, keepsPause: true });
  }

  /** The blocks as they are, with another pause where only that changed; `undefined` where nothing did. */
  #keptWithPause(nodes: readonly Node[], facts: Facts): MatchedBlock[] | undefined {
    const last = nodes.at(-1);
    const pauseMs = facts.parts.at(-1)?.pauseMs ?? null;
    if (!last || !facts.isKnown || pauseMs === facts.pauseMs || attributesOf(last).pauseMs !== facts.pauseMs) return undefined;
    return nodes.map((before) => {
      const { characterId, paragraphId, pauseMs: own } = attributesOf(before);
      const isLast = before === last;
      return { text: before.textContent, pauseMs: isLast ? pauseMs : own, characterId, voiceId: undefined, paragraphId, before, keepsPause: true }; // prettier-ignore
    });
  }
}

/** Keys of rows that are the same whenever the same versions are compared: by the first block, else by the text and how often it came before. */
class Keys {
  readonly #seen = new Map<string, number>();
  give({ theirs = '' }: Pick<Row, 'theirs'>, [first]: readonly Node[]): string {
    if (first) return attributesOf(first).id;
    const count = (this.#seen.get(theirs) ?? 0) + 1;
    this.#seen.set(theirs, count);
    return `${count} ${theirs}`;
  }
}
