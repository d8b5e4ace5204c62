import { UnstyledButton } from '@mantine/core';
import { panelGroups, panels } from '../panels/registry.ts';
import classes from './rail.module.css';

/** The panels, those that belong together in one group. The names stay in sight: eleven pictures are nobody's language. */
export function Rail({ current, onChoose }: { current: string; onChoose: (id: string) => void }) {
  return (
    <nav className={classes.rail} aria-label="Panels">
      {panelGroups.map((group) => {
        const members = panels.filter((panel) => panel.group === group);
        return members.length === 0 ? null : (
          <div key={group} className={classes.group}>
            {members.map(({ id, name, icon: Icon }) => (
              <UnstyledButton
                key={id}
                className={classes.item}
                aria-current={id === current ? 'page' : undefined}
                onClick={() => onChoose(id)}
              >
                <Icon size="1.25rem" stroke={1.6} />
                <span>{name}</span>
              </UnstyledButton>
            ))}
          </div>
        );
      })}
    </nav>
  );
}
