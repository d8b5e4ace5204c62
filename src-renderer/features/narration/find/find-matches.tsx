import { useMemo } from 'react';
import { messages } from '#shared/messages/index.ts';
import { useProject } from '../../../core/project/project.ts';
import { RowList } from '../../../ui/row-list.tsx';
import type { FoundMatch } from './find-store.ts';
import { goToMatch, useFind } from '../stores.ts';
import classes from './find-bar.module.css';

/** Characters of the text around a match that its row shows. */
const around = { before: 30, after: 90 } as const;

/** Every match with the words around it; a press goes there. */
export function FindMatches() {
  const matches = useFind((state) => state.matches);
  const current = useFind((state) => state.current);
  const outline = useProject((state) => state.outline);
  const titles = useMemo(() => new Map(outline.map(({ id, title }) => [id, title])), [outline]);
  if (matches.length === 0) return null;
  return (
    <RowList
      name={messages.find.matchList}
      className={classes.matches}
      rowClassName={classes.match}
      rows={matches}
      current={current}
      rowRem={1.75}
      keyOf={(_match, index) => index}
      onGo={(index) => goToMatch(index, { focus: false })}
      onPress={(index) => goToMatch(index, { focus: true })}
    >
      {(match) => (
        <>
          <Words {...match} />
          <span className={classes.chapter}>{match.blockId === null ? messages.find.inTitle : titles.get(match.chapterId)}</span>
        </>
      )}
    </RowList>
  );
}

function Words({ text, start, end }: FoundMatch) {
  const from = Math.max(0, start - around.before);
  return (
    <span className={classes.words}>
      {from > 0 && '…'}
      {text.slice(from, start)}
      <mark className={classes.mark}>{text.slice(start, end)}</mark>
      {text.slice(end, end + around.after)}
    </span>
  );
}
