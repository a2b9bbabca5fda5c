import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { createPatient } from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { PatientFields } from './patient-fields.tsx'
import { blankPatient, inputOf } from './patient-values.ts'
import { PerhapsRecorded } from './perhaps-recorded.tsx'

export function CreatePatient({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate()
  const form = useOperationForm(createPatient, {
    initial: blankPatient,
    input: inputOf,
    onDone: ({ id }) => navigate({ to: '/patients/$patientId', params: { patientId: id }, replace: true }),
  })
  return (
    <OperationForm
      form={form}
      submit="Record patient"
      cancel={
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <PatientFields values={form.values} field={form.field}>
        <PerhapsRecorded values={form.values} />
      </PatientFields>
    </OperationForm>
  )
}
