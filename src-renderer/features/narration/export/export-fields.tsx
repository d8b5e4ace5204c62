import { Button, Checkbox, FileButton, Input, Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { bookFactsOf } from '#shared/books/book-facts.ts';
import { plainFailure } from '../../../lib/failure-words.ts';
import { defaultTemplate, fieldsOf, maximumTagCharacters, maximumTemplate, type ExportFormat } from '#shared/masters/export-order.ts';
import { hasTags, isEditFormat } from '#shared/masters/formats.ts';
import type { PresetName } from '#shared/masters/presets.ts';
import { messages } from '#shared/messages/index.ts';
import type { ManuscriptSource } from '#shared/manuscript/sources.ts';
import { useHost } from '../../../core/host/host.ts';
import { useProject } from '../../../core/project/project.ts';
import { progressByChapter } from '../../../core/chapter/chapters.ts';
import { clock } from '../../../lib/format.ts';
import { Fold } from '../../../ui/fold.tsx';
import { SectionHeading } from '../../../ui/section.tsx';
import { changeExport, chooseCover, chooseExportFormat, chooseExportFolder, useExport } from '../stores.ts';
import { eachOf, findPreset, hasOneRate, isSound, timingOf, timingsOf, usesCredits, usualRate } from './export-choices.ts';
import classes from './export-dialog.module.css';

const texts = messages.exportSheet;

/** What is exported, as what, and where to. */
export function ExportFields() {
  const choices = useExport((state) => state.choices);
  return (
    <div className={classes.column}>
      <Chapters />
      <FileChoices />
      <FileNames />
      <Folder />
      {isSound(choices.format) && <ReceiptsChoice />}
      {hasTags(choices.format) && <Tags />}
      {isSound(choices.format) && usesCredits(choices) && <Credits />}
    </div>
  );
}

function Chapters() {
  const outline = useProject((state) => state.outline);
  const takes = useProject((state) => state.takes);
  const leftOut = useExport((state) => state.choices.leftOut);
  // oxlint-disable-next-line react/exhaustive-deps -- the progress is of the takes
  const progress = useMemo(() => progressByChapter(), [takes, outline]);
  const chosen = outline.filter(({ id }) => !leftOut.includes(id)).length;
  const silent = outline.filter(({ id }) => (progress.get(id)?.seconds ?? 0) === 0 && leftOut.includes(id)).length;
  const choose = (id: string, isChosen: boolean): void =>
    changeExport({ leftOut: isChosen ? leftOut.filter((one) => one !== id) : [...leftOut, id] });
  return (
    <section aria-label={texts.chapters}>
      <SectionHeading
        actions={
          outline.length > 1 && (
            <Checkbox
              size="xs"
              label={texts.allChapters}
              checked={chosen === outline.length}
              indeterminate={chosen > 0 && chosen < outline.length}
              onChange={(event) => changeExport({ leftOut: event.currentTarget.checked ? [] : outline.map(({ id }) => id) })}
            />
          )
        }
      >
        {texts.chapters}
      </SectionHeading>
      <ul className={classes.list} aria-label={texts.chapters}>
        {outline.map(({ id, title }, index) => {
          const seconds = progress.get(id)?.seconds ?? 0;
          return (
            <li key={id} className={classes.chapter}>
              <Checkbox
                label={texts.numbered(index + 1, title)}
                checked={!leftOut.includes(id)}
                onChange={(event) => choose(id, event.currentTarget.checked)}
              />
              <span className={classes.note}>{seconds > 0 ? clock(seconds) : texts.noAudio}</span>
            </li>
          );
        })}
      </ul>
      {silent > 0 && <p className={classes.note}>{texts.leftOutWithoutAudio(silent)}</p>}
    </section>
  );
}

const rates = [44_100, 48_000] as const;

function FileChoices() {
  const choices = useExport((state) => state.choices);
  const { format, each, level, sampleRate, presetId } = choices;
  const { formats, levels } = findPreset(presetId);
  const timings = timingsOf(choices);
  const timingNames: Partial<Record<PresetName, string>> = texts.timings;
  const allFormats: Partial<Record<ExportFormat, string>> = texts.formatNames;
  return (
    <div className={classes.fields}>
      <Select
        label={texts.format}
        allowDeselect={false}
        data={formats.map((value) => ({ value, label: allFormats[value] ?? value.toUpperCase() }))}
        value={format}
        onChange={(chosen) => chooseExportFormat(formats.find((one) => one === chosen) ?? format)}
      />
      <Select
        label={texts.files}
        allowDeselect={false}
        data={eachOf(choices).map((value) => ({ value, label: isEditFormat(format) ? texts.projectFiles : texts.eachNames[value] }))}
        value={each}
        onChange={(chosen) => changeExport({ each: eachOf(choices).find((one) => one === chosen) ?? each, template: '' })}
      />
      {timings.length > 1 && (
        <Select
          label={texts.timedTo}
          description={texts.timedToNote}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={timings.map((value) => ({ value, label: timingNames[value] ?? texts.levelNames[value] }))}
          value={timingOf(choices)}
          onChange={(chosen) => changeExport({ timedTo: timings.find((one) => one === chosen) })}
        />
      )}
      {levels.length > 1 && isSound(format) && (
        <Select
          label={texts.level}
          allowDeselect={false}
          data={levels.map((value) => ({ value, label: texts.levelNames[value] }))}
          value={level}
          onChange={(chosen) => changeExport({ level: levels.find((one) => one === chosen) ?? level })}
        />
      )}
      {isSound(format) && (
        <Select
          label={texts.sampleRate}
          allowDeselect={false}
          disabled={hasOneRate(format)}
          data={[
            { value: '', label: texts.usualRate(texts.rates[usualRate(choices)]) },
            ...rates.map((rate) => ({ value: String(rate), label: texts.rates[rate] })),
          ]}
          value={sampleRate === undefined ? '' : String(sampleRate)}
          onChange={(chosen) => changeExport({ sampleRate: rates.find((rate) => String(rate) === chosen) })}
        />
      )}
    </div>
  );
}

/** Names that the preview shows. */
const shownNames = 3;

function FileNames() {
  const { template, each, leftOut } = useExport((state) => state.choices);
  const plan = useExport((state) => state.plan);
  const failure = useExport((state) => state.planFailure);
  const chapters = useProject((state) => state.outline.filter(({ id }) => !leftOut.includes(id)).length);
  const kind = each === 'one' ? undefined : each;
  const fields = fieldsOf(kind, chapters === 1 && each === 'one').map((field) => `{${field}}`);
  const wrong = failure?.field === 'template' ? plainFailure(failure) : undefined;
  return (
    <section aria-label={texts.fileNames}>
      <span className={classes.label}>{texts.fileNames}</span>
      {plan && plan.names.length > 0 && (
        <ul className={classes.names} aria-label={texts.firstNames}>
          {plan.names.slice(0, shownNames).map((name) => (
            <li key={name}>{name}</li>
          ))}
          {plan.files > shownNames && <li>{texts.moreNames(plan.files - shownNames)}</li>}
        </ul>
      )}
      <Fold title={texts.advanced} set={template === '' ? undefined : template} remember="export-file-names">
        <TextInput
          label={texts.template}
          description={texts.fileNamesNote(fields.join(' '))}
          placeholder={defaultTemplate(kind, chapters === 1 && each === 'one')}
          value={template}
          maxLength={maximumTemplate}
          error={wrong}
          onChange={(event) => changeExport({ template: event.currentTarget.value })}
        />
      </Fold>
    </section>
  );
}

function ReceiptsChoice() {
  const receipts = useExport((state) => state.choices.receipts);
  return (
    <Checkbox
      label={texts.receipts}
      description={texts.receiptsNote}
      checked={receipts}
      onChange={(event) => changeExport({ receipts: event.currentTarget.checked })}
    />
  );
}

const tags = [
  ['title', texts.tagTitle],
  ['author', texts.author],
  ['narrator', texts.narrator],
] as const;

const creditFields = [
  ['openingCredits', texts.openingCredits],
  ['closingCredits', texts.closingCredits],
  ['sample', texts.sample],
] as const;

const noSources: readonly ManuscriptSource[] = [];

/** Shops and readers show who wrote these, and their cover. */
const bookFiles: readonly ExportFormat[] = ['epub', 'm4b'];

function Tags() {
  const choices = useExport((state) => state.choices);
  const cover = useExport((state) => state.cover);
  const coverFailure = useExport((state) => state.coverFailure);
  const planFailure = useExport((state) => state.planFailure);
  const projectTitle = useProject((state) => state.details?.title ?? '');
  const sources = useProject((state) => state.details?.sources ?? noSources);
  // What main writes where a field is empty.
  const usual = { title: projectTitle, author: bookFactsOf(sources).author ?? '', narrator: '' };
  const isBook = bookFiles.includes(choices.format);
  const lacksAuthor = isBook && choices.author.trim() === '' && usual.author === '';
  const failure = coverFailure ?? (planFailure?.field === 'coverUploadId' ? planFailure : undefined);
  return (
    <section aria-label={texts.tags}>
      <div className={classes.fields}>
        {tags.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            value={choices[name]}
            maxLength={maximumTagCharacters}
            placeholder={usual[name]}
            description={name === 'author' && lacksAuthor ? texts.noAuthor : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            onChange={(event) => changeExport({ [name]: event.currentTarget.value })}
          />
        ))}
        <Input.Wrapper label={texts.cover} labelElement="div">
          <div className={classes.cover}>
            <FileButton accept="image/png,image/jpeg" onChange={(file) => void chooseCover(file ?? undefined)}>
              {(props) => (
                <Button variant="default" {...props}>
                  {texts.chooseCover}
                </Button>
              )}
            </FileButton>
            {cover && (
              <Button variant="subtle" onClick={() => void chooseCover(undefined)}>
                {texts.removeCover}
              </Button>
            )}
          </div>
          <p className={failure ? classes.error : classes.hint} role={failure ? 'alert' : undefined}>
            {failure ? plainFailure(failure) : (cover?.name ?? (isBook ? texts.noCover : texts.noCoverChosen))}
          </p>
        </Input.Wrapper>
      </div>
    </section>
  );
}

function Credits() {
  const choices = useExport((state) => state.choices);
  const failure = useExport((state) => state.planFailure);
  const outline = useProject((state) => state.outline);
  const data = [
    { value: '', label: texts.noChapter },
    ...outline.map(({ id, title }, index) => ({ value: id, label: texts.numbered(index + 1, title) })),
  ];
  return (
    <section aria-label={texts.credits}>
      <div className={classes.credits}>
        {creditFields.map(([name, label]) => (
          <Select
            key={name}
            label={label}
            allowDeselect={false}
            data={data}
            value={choices[name] ?? ''}
            error={failure?.field === name ? plainFailure(failure) : undefined}
            onChange={(chosen) => changeExport({ [name]: chosen === '' ? null : chosen })}
          />
        ))}
      </div>
    </section>
  );
}

function Folder() {
  const folder = useExport((state) => state.choices.folder);
  const failure = useExport((state) => state.planFailure);
  const isNative = useHost((state) => state.host?.nativeDialogs === true && state.host.writesToChosenPath);
  if (isNative)
    return (
      <div className={classes.cover}>
        <TextInput className={classes.grow ?? ''} label={texts.folder} readOnly value={folder} placeholder={texts.folderNotChosen} />
        <Button variant="default" onClick={() => void chooseExportFolder()}>
          {texts.chooseFolder}
        </Button>
      </div>
    );
  return (
    <TextInput
      label={texts.folder}
      description={folder.trim() === '' ? texts.folderNote : texts.folderNamedNote}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={texts.folderPlaceholder}
      value={folder}
      maxLength={4096}
      error={failure?.field === 'folder' ? plainFailure(failure) : undefined}
      onChange={(event) => changeExport({ folder: event.currentTarget.value })}
    />
  );
}
