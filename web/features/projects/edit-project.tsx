import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Project, updateProject } from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { ProjectFields } from './project-fields.tsx'

export function EditProject({ project, onClose }: { project: Project; onClose: () => void }) {
  // As it was when the form opened: what others save meanwhile must not be overwritten unseen.
  const [{ id, version, name, description }] = useState(project)
  const form = useOperationForm(updateProject, {
    initial: { name, description },
    input: (values) => ({ ...values, projectId: id, version }),
    onDone: onClose,
  })
  return (
    <OperationForm
      form={form}
      submit="Save"
      cancel={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <ProjectFields field={form.field} />
    </OperationForm>
  )
}
