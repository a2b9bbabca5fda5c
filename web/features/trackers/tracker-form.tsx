import { Button, Input, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  type createTracker,
  getProject,
  type Language,
  languages,
  listProjects,
  type Tracker,
  type updateTracker,
} from '#contract'
import { refusedFields } from '../../components/field-errors.ts'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { definitionOf, newTracker, type TrackerValues, valuesOf } from './definition-values.ts'
import { PhraseRows } from './phrase-rows.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { QueryField } from './query-field.tsx'
import classes from './tracker-form.module.css'
import { usePreview } from './use-preview.ts'

type Operation = typeof createTracker | typeof updateTracker

interface TrackerFormProps {
  operation: Operation
  projectId: string
  /** The tracker that is edited, if it is not a new one. */
  tracker?: Tracker
  /** What is sent: the values, and what says which tracker. */
  input: (values: TrackerValues) => never
  submit: string
  onCancel: () => void
  /** What is to be known before it is sent. */
  notice?: ReactNode
}

const definitionFields = ['phrases', 'query', 'exclude', 'language'] as const

const languageNames = new Intl.DisplayNames('en', { type: 'language' })
const languageChoices = [
  { value: '', label: 'That of each source' },
  ...Object.keys(languages)
    .map((value) => ({ value, label: languageNames.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
]

/** What a tracker looks for, beside what it would find. */
export function TrackerForm(props: TrackerFormProps) {
  const { operation, projectId, tracker, input, submit, onCancel, notice } = props
  const navigate = useNavigate()
  const form = useOperationForm(operation as Operation, {
    initial: tracker ? valuesOf(tracker) : newTracker,
    input,
    check: (values) =>
      (definitionOf(values) ? {} : { query: 'Write a phrase above, or a query here' }) as Record<
        string,
        string
      >,
    also: [getProject, listProjects],
    onDone: ({ id }) => navigate({ to: '/trackers/$trackerId', params: { trackerId: id } }),
  })
  const { values } = form
  const preview = usePreview(projectId, values)
  const isBlank = definitionOf(values) === undefined
  const ofPreview = isBlank ? {} : refusedFields(preview.error, {}, definitionFields)
  const errors = { ...ofPreview, ...form.errors }
  const wrong = (path: string) => (errors[path] ? String(errors[path]) : undefined)
  const change = <Name extends (typeof definitionFields)[number]>(name: Name, value: TrackerValues[Name]) => {
    form.setValue(name, value as never)
    // What was wrong with it when it was sent may not be any more; the preview says what still is.
    form.clearErrors()
  }

  return (
    <div className={classes.columns}>
      <OperationForm
        form={form}
        submit={submit}
        cancel={
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        }
      >
        <TextInput label="Name" data-autofocus autoFocus={!tracker} dir="auto" {...form.field('name')} />
        <Stack gap={6} component="section" aria-labelledby="phrases">
          <Input.Label id="phrases" component="div" labelElement="div">
            Phrases
          </Input.Label>
          <PhraseRows
            label="Phrase"
            path="phrases"
            values={values.phrases}
            errors={errors}
            onChange={(phrases) => change('phrases', phrases)}
          />
          <Input.Description>
            Each place where one of them stands is a mention. Enter makes the next row, and pasted lines make
            one each.
          </Input.Description>
        </Stack>
        <QueryField
          value={values.query}
          error={wrong('query')}
          onChange={(query) => change('query', query)}
        />
        <Stack gap={6} component="section" aria-labelledby="exclude">
          <Input.Label id="exclude" component="div" labelElement="div">
            Not in passages that say
          </Input.Label>
          <PhraseRows
            label="Excluded phrase"
            path="exclude"
            values={values.exclude}
            errors={errors}
            onChange={(exclude) => change('exclude', exclude)}
          />
        </Stack>
        <NativeSelect
          label="Language"
          description="In which forms of words are understood."
          data={languageChoices}
          value={values.language}
          onChange={(event) => change('language', event.currentTarget.value as Language | '')}
        />
        {notice}
      </OperationForm>
      <PreviewPanel preview={preview} isBlank={isBlank} isOfFields={Object.keys(ofPreview).length > 0} />
    </div>
  )
}
