import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Patient, updatePatient } from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { PatientFields } from './patient-fields.tsx'
import { inputOf, type PatientValues, valuesOf } from './patient-values.ts'

export function EditPatient({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  // As it was when the form opened: what others save meanwhile must not be overwritten unseen.
  const [seen] = useState(patient)
  const form = useOperationForm(updatePatient, {
    initial: valuesOf(seen),
    input: (values: PatientValues) => ({
      ...inputOf(values),
      patientId: seen.id,
      version: seen.version,
    }),
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
      <PatientFields values={form.values} field={form.field} />
    </OperationForm>
  )
}
