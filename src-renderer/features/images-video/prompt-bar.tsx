import { UnstyledButton } from '@mantine/core';
import { promptCharacters } from '#shared/wire/media.ts';
import { modelsOf } from './media-store.ts';
import { chosenModel, mediaProblems } from './form-store.ts';
import { Counted } from '../../ui/counted.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import classes from './prompt-bar.module.css';
import { messages } from '#shared/messages/index.ts';
import { changeMediaForm, useMedia, useMediaForm } from './stores.ts';

/** What is to be seen, on the stage. Examples stand below it until something is written; a press fills the prompt, and sends nothing. */
export function PromptBar() {
  const form = useMediaForm((state) => state.form);
  const asked = useMediaForm((state) => state.asked);
  const model = useMedia((state) => chosenModel(form, modelsOf(state, form.kind)));
  const { kind, prompt } = form;
  const examples = kind === 'image' ? messages.imagesVideo.imageExamples : messages.imagesVideo.videoExamples;
  return (
    <section className={classes.bar} aria-label={messages.imagesVideo.promptBar} data-request-form>
      <TextArea
        label={<Counted name={messages.imagesVideo.prompt} characters={prompt.trim().length} most={promptCharacters} />}
        aria-label={messages.imagesVideo.prompt}
        placeholder={kind === 'image' ? messages.imagesVideo.imagePlaceholder : messages.imagesVideo.videoPlaceholder}
        lines={[3, 8]}
        value={prompt}
        error={mediaProblems({ form, asked }, model).prompt}
        onChange={(event) => changeMediaForm({ prompt: event.currentTarget.value })}
      />
      {(prompt.trim() === '' || examples.some((example) => example === prompt)) && (
        <ul className={classes.examples} aria-label={messages.imagesVideo.examplePrompts}>
          {examples.map((example) => (
            <li key={example}>
              <UnstyledButton
                className={classes.example ?? ''}
                aria-pressed={example === prompt}
                onClick={() => changeMediaForm({ prompt: example })}
              >
                {example}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
