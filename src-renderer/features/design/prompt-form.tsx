import { designLimits, designProviders } from '#shared/wire/voice-designs.ts';
import { draftProblems } from './designs-store.ts';
import { ChoiceRow } from '../../ui/choice-row.tsx';
import { Counted } from '../../ui/counted.tsx';
import { PanelForm } from '../../ui/panel-stage.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import classes from './prompt-form.module.css';
import { messages } from '#shared/messages/index.ts';
import { changeDraft, useDesigns } from './stores.ts';

const both = 'both' as const;

/** What a voice is designed from: how it is to sound, what it says to be judged by, and who designs it. */
export function PromptForm() {
  const draft = useDesigns((state) => state.draft);
  const asked = useDesigns((state) => state.asked);
  const problems = draftProblems({ draft, asked });
  const chosen = draft.providers.length === 1 ? (draft.providers[0] ?? both) : both;
  return (
    <PanelForm name={messages.design.newDesign} columns>
      <div className={classes.prompt}>
        <TextArea
          label={<Counted name={messages.design.prompt} characters={draft.prompt.trim().length} most={designLimits.promptCharacters} />}
          aria-label={messages.design.prompt}
          placeholder={messages.design.promptPlaceholder}
          lines={[3, 8]}
          value={draft.prompt}
          error={problems.prompt}
          onChange={(event) => changeDraft({ prompt: event.currentTarget.value })}
        />
      </div>
      <div className={classes.text}>
        <TextArea
          label={
            <Counted
              name={messages.design.previewText}
              characters={draft.previewText.trim().length}
              most={designLimits.previewCharacters}
            />
          }
          aria-label={messages.design.previewText}
          lines={[3, 8]}
          value={draft.previewText}
          error={problems.previewText}
          onChange={(event) => changeDraft({ previewText: event.currentTarget.value })}
        />
      </div>
      <ChoiceRow
        label={messages.design.providers}
        choices={[
          { value: both, label: messages.design.both } as const,
          ...designProviders.map((value) => ({ value, label: providerName(value) })),
        ]}
        value={chosen}
        onChoose={(value) => changeDraft({ providers: value === both ? designProviders : [value] })}
      >
        <p className={classes.note}>{chosen === both ? messages.design.bothNote : messages.design.oneProviderNote}</p>
      </ChoiceRow>
    </PanelForm>
  );
}

export const providerName = (provider: string): string => `${provider.charAt(0).toUpperCase()}${provider.slice(1)}`;
