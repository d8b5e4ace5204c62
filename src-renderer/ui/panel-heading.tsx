import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './panel-heading.module.css';

interface PanelHeadingProps {
  title: string;
  /** What is known of what the panel shows, each fact cut before the title is. Announced politely as it changes when `isStatus`. */
  facts?: readonly ReactNode[];
  isStatus?: boolean;
  /** The title is a button that does this. */
  titleAct?: { tooltip: string; act: () => void };
}

/** What stands left in the bar of a panel: its title, and few facts. */
export function PanelHeading({ title, facts = [], isStatus = false, titleAct }: PanelHeadingProps) {
  return (
    <>
      <h1 className={classes.title}>
        {titleAct ? (
          <Tooltip
            label={
              <>
                {title}
                <br />
                {titleAct.tooltip}
              </>
            }
            multiline
            maw="30rem"
          >
            <button type="button" className={classes.act} onClick={titleAct.act}>
              {title}
            </button>
          </Tooltip>
        ) : (
          title
        )}
      </h1>
      {facts
        .filter((fact) => fact !== null && fact !== false && fact !== undefined)
        .map((fact, place) => (
          <span key={place} className={classes.fact} role={isStatus ? 'status' : undefined}>
            {fact}
          </span>
        ))}
    </>
  );
}
