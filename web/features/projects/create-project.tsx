import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { createProject } from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { ProjectFields } from './project-fields.tsx'

export function CreateProject({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate()
  const form = useOperationForm(createProject, {
    initial: { name: '', description: '' },
    onDone: ({ id }) => navigate({ to: '/projects/$projectId', params: { projectId: id }, replace: true }),
  })
  return (
    <OperationForm
      form={form}
      submit="Create project"
      cancel={
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <ProjectFields field={form.field} />
    </OperationForm>
  )
}
