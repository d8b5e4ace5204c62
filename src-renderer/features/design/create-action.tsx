import { Button } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { draftProblems, openTwin, orderOf } from './designs-store.ts';
import { useStudio, whyNotReady } from '../../core/studio/studio.ts';
import { ButtonWords } from '../../ui/button-words.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { RequestAction } from '../../ui/panel-stage.tsx';
import { creditsFrom, PriceWords, usePrice } from '../../core/account/price.tsx';
import { messages } from '#shared/messages/index.ts';
import { createCandidates, estimateDesign, stopCreating, useDesigns } from './stores.ts';

/** Create candidates, with what that would cost; while they are made, that, and a way to wait no longer. */
export function CreateAction() {
  const creating = useDesigns((state) => state.creating !== undefined);
  return <RequestAction busy={creating}>{creating ? <Creating /> : <Create />}</RequestAction>;
}

function Create() {
  const draft = useDesigns((state) => state.draft);
  const designs = useDesigns((state) => state.designs);
  const connectionId = useStudio((state) => state.connection?.id);
  const unready = useStudio((state) => whyNotReady(state));
  const order = orderOf(draft);
  const twin = openTwin(order, designs, connectionId);
  const characters = order.previewText.length;
  const { prompt, previewText } = draftProblems({ draft, asked: true });
  const made = designs.filter(({ operation }) => operation.state === 'done').length;
  const estimate = usePrice(
    characters === 0 || unready !== undefined ? '' : `${String(characters)} ${String(order.providers.length)} ${String(made)}`,
    (signal) => estimateDesign(characters, order.providers.length, signal),
  );
  const [spoken, providers] = [messages.design.character(characters), messages.design.providerWord(order.providers.length)];
  const credits = creditsFrom(estimate, (found) => found.credits);
  // What a provider speaks more than once is in its price.
  const each = credits == null ? 0 : Math.round((10 * credits) / characters / order.providers.length) / 10;
  const price = {
    what:
      each > 0
        ? messages.design.byProvidersAt(spoken, providers, messages.design.credit(each))
        : messages.design.byProviders(spoken, providers),
    credits,
    learnedFrom: estimate?.learnedFrom ?? 0,
  };
  const again = messages.design.askAgainNote;
  return (
    <>
      <ButtonWords>{twin ? messages.design.noResponseYet : (prompt ?? previewText ?? <PriceWords {...price} />)}</ButtonWords>
      <PaidButton
        name={twin ? messages.design.askAgain : messages.design.createCandidates}
        command="design.create"
        estimate={twin ? again : <PriceWords {...price} full />}
        recovery={twin ? undefined : messages.design.createNote}
        unavailable={unready ?? prompt ?? previewText}
        onRefused={unready === undefined ? () => void createCandidates() : undefined}
        onPress={() => void createCandidates()}
      />
    </>
  );
}

function Creating() {
  const providers = useDesigns((state) => state.creating?.order.providers);
  const provider = providers?.length === 1 ? providers[0] : undefined;
  return (
    <>
      <ButtonWords busy>{provider === undefined ? messages.design.designingWithBoth : messages.design.designingWith(provider)}</ButtonWords>
      <Button variant="default" leftSection={<IconPlayerStopFilled size={iconSize.small} aria-hidden />} onClick={stopCreating}>
        {messages.design.stopWaiting}
      </Button>
    </>
  );
}
