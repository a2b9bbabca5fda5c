import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { type createTracker, getProject, listProjects, type Tracker, type updateTracker } from '#contract'
import { own } from '#rules/own'
import { fieldsOf, refusedFields } from '../../../components/field-errors.ts'
import { LanguageSelect } from '../../../components/language-select.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'
import { definitionOf, newTracker, type TrackerValues, valuesOf } from '../definition.ts'
import { PhraseRows } from './phrase-rows.tsx'
import { PreviewPanel, usePreview } from './preview-panel.tsx'
import { QueryField } from './query-field.tsx'
import type { ScopeInputsProps } from './scope-inputs.tsx'
import classes from './tracker-form.module.css'

type Operation = typeof createTracker | typeof updateTracker

interface TrackerFormProps {
  operation: Operation
  projectId: string
  /** The tracker to edit; absent for a new one. */
  tracker?: Tracker
  /** Returns the input of the operation. */
  input: (values: TrackerValues) => never
  submit: string
  onCancel: () => void
  /** Shown above the buttons. */
  notice?: ReactNode
}

const definitionFields = ['phrases', 'query', 'exclude', 'language', 'scope'] as const

/** The form of a tracker, with a preview of its mentions. */
export function TrackerForm(props: TrackerFormProps) {
  const { operation, projectId, tracker, input, submit, onCancel, notice } = props
  const navigate = useNavigate()
  const form = useOperationForm(operation as Operation, {
    initial: tracker ? valuesOf(tracker) : newTracker,
    input,
    check: (values) =>
      (definitionOf(values) ? {} : { query: 'Enter a phrase or a query' }) as Record<string, string>,
    also: [getProject, listProjects],
    onDone: ({ id }) =>
      navigate({ to: '/projects/$projectId/trackers/$trackerId', params: { projectId, trackerId: id } }),
  })
  const { values } = form
  const preview = usePreview(projectId, values)
  const isBlank = definitionOf(values) === undefined
  const ofPreview = isBlank ? {} : refusedFields(preview.error, fieldsOf(values))
  const errors = { ...ofPreview, ...form.errors }
  const wrong = (path: string) => (own(errors, path) ? String(own(errors, path)) : undefined)
  const change = <Name extends (typeof definitionFields)[number]>(name: Name, value: TrackerValues[Name]) => {
    form.setValue(name, value as never)
    // The error may be corrected now; the preview shows it if not.
    form.clearErrors()
  }

  return (
    <div className={classes.columns}>
      <OperationForm form={form} submit={submit} onCancel={onCancel}>
        <TextInput label="Name" data-autofocus autoFocus={!tracker} dir="auto" {...form.field('name')} />
        <PhraseRows
          title="Phrases"
          description="Each occurrence is a mention. Press Enter to add a row, or paste several lines."
          label="Phrase"
          path="phrases"
          values={values.phrases}
          errors={errors}
          onChange={(phrases) => change('phrases', phrases)}
        />
        <QueryField
          value={values.query}
          error={wrong('query')}
          onChange={(query) => change('query', query)}
        />
        <PhraseRows
          title="Exclude passages with"
          label="Excluded phrase"
          path="exclude"
          values={values.exclude}
          errors={errors}
          onChange={(exclude) => change('exclude', exclude)}
        />
        <LanguageSelect
          none="Language of each source"
          description="Determines the forms of a word."
          value={values.language}
          onChange={(language) => change('language', language)}
        />
        <ScopeFields
          projectId={projectId}
          values={values.scope}
          speakers={preview.found?.sample.flatMap(({ speaker }) => speaker ?? []) ?? []}
          errors={errors}
          onChange={(scope) => change('scope', scope)}
        />
        {notice}
      </OperationForm>
      <PreviewPanel preview={preview} isBlank={isBlank} isOfFields={Object.keys(ofPreview).length > 0} />
    </div>
  )
}

const ScopeInputs = lazyPart(() => import('./scope-inputs.tsx'))

/** Limits of a tracker to some speakers and sources, closed while there are none. */
function ScopeFields(props: ScopeInputsProps) {
  const [isOpen, setOpen] = useState(() => Object.values(props.values).some((limit) => limit.length > 0))
  return (
    <details className={classes.limits} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Limits</summary>
      {isOpen && (
        <Suspense fallback={<div aria-busy />}>
          <ScopeInputs {...props} />
        </Suspense>
      )}
    </details>
  )
}
