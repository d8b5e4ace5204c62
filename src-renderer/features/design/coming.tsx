import { Loader } from '@mantine/core';
import { creditsFrom, PriceWords, usePrice } from '../../core/account/price.tsx';
import { wholeClock } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { useNow } from '../../lib/use-now.ts';
import type { DesignOrder } from './designs-state.ts';
import { expectedCandidates } from './designs-store.ts';
import { estimateDesign, useDesigns } from './stores.ts';
import candidateClasses from './candidates.module.css';
import classes from './coming.module.css';
import panelClasses from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** A design that is on its way: how long it has taken, what it costs, and a card for each candidate that comes. */
export function Coming({ order, since, again }: { order: DesignOrder; since: number; again: boolean }) {
  const count = useDesigns(({ designs }) => expectedCandidates(order, designs));
  return (
    <>
      <header className={panelClasses.head}>
        <h2 className={panelClasses.prompt}>{order.prompt}</h2>
        <span className={`${panelClasses.facts ?? ''} ${classes.facts ?? ''}`}>
          <Loader size={iconSize.small} aria-hidden /> <span role="status">{messages.design.creatingTitle}</span>
          <Elapsed since={since} /> · {again ? messages.design.chargedOnce : <Price order={order} />}
        </span>
      </header>
      <div className={candidateClasses.comparison} aria-hidden>
        <ol className={candidateClasses.cards}>
          {Array.from({ length: count }, (_, index) => (
            <li key={index}>
              <div className={classes.card}>
                <span className={classes.number}>{index + 1}</span>
                <span className={classes.wave} />
                <span className={classes.line} />
              </div>
            </li>
          ))}
        </ol>
      </div>
      <p className={candidateClasses.note}>{messages.design.creatingNote}</p>
    </>
  );
}

function Elapsed({ since }: { since: number }) {
  const now = useNow(1000);
  return <> · {wholeClock((now - since) / 1000)}</>;
}

function Price({ order }: { order: DesignOrder }) {
  const characters = order.previewText.length;
  const { length } = order.providers;
  const price = usePrice(`${String(characters)} ${String(length)}`, (signal) => estimateDesign(characters, length, signal));
  const what = messages.design.byProviders(messages.design.character(characters), messages.design.providerWord(length));
  return <PriceWords what={what} credits={creditsFrom(price, ({ credits }) => credits)} learnedFrom={price?.learnedFrom ?? 0} />;
}
