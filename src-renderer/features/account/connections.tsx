import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { loadConnections, useConnections } from '../../core/connections/connections.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { Section } from '../../ui/section.tsx';
import { AddConnection } from './add-connection.tsx';
import { ConnectionCard } from './connection-card.tsx';
import classes from './connections.module.css';
import { messages } from '#shared/messages/index.ts';

/** Every service that the studio knows: the one on this machine, and hosted ones. */
export function Connections() {
  const { list, failure } = useConnections();
  const [adding, setAdding] = useState(false);
  /** The one that was added last: the focus goes on there. */
  const [added, setAdded] = useState<string>();
  return (
    <Section
      title={messages.account.connections}
      actions={
        <KeptFocus state={adding}>
          {!adding && (
            <Button variant="default" onClick={() => setAdding(true)}>
              {messages.account.addConnection}
            </Button>
          )}
        </KeptFocus>
      }
    >
      {failure && (
        <FailureCard
          failure={failure}
          paid={false}
          about={messages.account.connectionList}
          action={
            <Button variant="default" onClick={() => void loadConnections()}>
              {messages.account.readAgain}
            </Button>
          }
        />
      )}
      {adding && (
        <AddConnection
          onAdded={(baseUrl) => {
            setAdding(false);
            setAdded(URL.parse(baseUrl)?.origin);
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {!list && !failure && <Loader size={iconSize.large} />}
      {list && (
        <ul className={classes.list} aria-label={messages.account.connections}>
          {list.map((connection) => (
            <ConnectionCard key={connection.id} connection={connection} isNew={connection.id === added} />
          ))}
        </ul>
      )}
    </Section>
  );
}
