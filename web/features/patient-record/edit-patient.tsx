// Separate because most users only read a record, so the form is loaded when it is opened.
import { useState } from 'react'
import { type Patient, updatePatient } from '#contract'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { PatientFields } from '../patients/patient-fields.tsx'
import { inputOf, type PatientValues, valuesOf } from '../patients/patient-values.ts'

export default function EditPatient({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  // The version at opening time: a newer one must not be overwritten unseen.
  const [opened] = useState(patient)
  const form = useOperationForm(updatePatient, {
    initial: valuesOf(opened),
    input: (values: PatientValues) => ({
      ...inputOf(values),
      patientId: opened.id,
      version: opened.version,
    }),
    onDone: onClose,
  })
  return (
    <OperationForm form={form} submit="Save" onCancel={onClose}>
      <PatientFields form={form} />
    </OperationForm>
  )
}
