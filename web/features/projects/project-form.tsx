import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createProject, type Language, type Project, updateProject } from '#contract'
import { LanguageSelect } from '../../components/language-select.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'

export function CreateProject({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate()
  const form = useOperationForm(createProject, {
    initial: { name: '', description: '', language: '' as Language | '' },
    input: ({ language, ...values }) => ({ ...values, language: language || null }),
    onDone: ({ id }) => navigate({ to: '/projects/$projectId', params: { projectId: id }, replace: true }),
  })
  return (
    <OperationForm form={form} submit="Create project" onCancel={onCancel}>
      <ProjectFields field={form.field} />
    </OperationForm>
  )
}

export function EditProject({ project, onClose }: { project: Project; onClose: () => void }) {
  // Keeps the version that was loaded, so that a change by someone else is not overwritten unnoticed.
  const [{ id, version, name, description, language }] = useState(project)
  const form = useOperationForm(updateProject, {
    initial: { name, description, language: language ?? ('' as const) },
    input: ({ language, ...values }) => ({ ...values, language: language || null, projectId: id, version }),
    onDone: onClose,
  })
  return (
    <OperationForm form={form} submit="Save" onCancel={onClose}>
      <ProjectFields field={form.field} />
    </OperationForm>
  )
}

function ProjectFields({ field }: { field: (name: 'name' | 'description' | 'language') => object }) {
  return (
    <>
      <TextInput label="Name" data-autofocus dir="auto" {...field('name')} />
      <Textarea
        label="Description"
        description="The question that you want to answer. Optional."
        autosize
        minRows={3}
        maxRows={10}
        dir="auto"
        {...field('description')}
      />
      <LanguageSelect
        none="As in the organisation’s settings"
        description="Of short texts, unless longer sources show another language."
        {...field('language')}
      />
    </>
  )
}
