import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { getPatient, listMerges, mergePatients, type Patient } from '#contract'
import { useCall } from '../../api.ts'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { useMay } from '../../session.ts'
import { EditPatient } from './edit-patient.tsx'
import { Identifiers } from './identifiers.tsx'
import { LikelyDuplicates } from './likely-duplicates.tsx'
import { MergedBanner } from './merged-banner.tsx'
import { OtherPeople } from './other-people.tsx'
import { PatientFacts } from './patient-facts.tsx'
import { PatientMerges } from './patient-merges.tsx'
import { nameOf } from './words.ts'

const route = getRouteApi('/shell/patients/$patientId')

export function PatientPage() {
  const { patientId } = route.useParams()
  const call = useCall(getPatient, { patientId })
  return (
    <Loaded call={call} heading="Patient" what="The patient could not be loaded">
      {(patient) => <PatientRecord key={patient.id} patient={patient} />}
    </Loaded>
  )
}

function PatientRecord({ patient }: { patient: Patient }) {
  const may = useMay()
  const editing = useDialog('edit')
  const isCurrent = patient.status === 'active'
  return (
    <>
      <PageHeader
        title={nameOf(patient)}
        back={{ to: '/patients', label: 'Patients' }}
        badge={!isCurrent && <StateBadge kind="quiet">Merged</StateBadge>}
        action={
          isCurrent && (
            <>
              {may(mergePatients) && (
                <ButtonLink to="/patients/merge" search={{ targetId: patient.id }} variant="default">
                  Merge with…
                </ButtonLink>
              )}
              <Button variant="default" onClick={editing.open}>
                Edit
              </Button>
            </>
          )
        }
      />
      {patient.mergedInto && <MergedBanner survivorId={patient.mergedInto} />}
      <PatientFacts patient={patient} />
      <Identifiers identifiers={patient.identifiers} />
      {isCurrent && <LikelyDuplicates patient={patient} />}
      {isCurrent && <OtherPeople patientId={patient.id} />}
      {may(listMerges) && <PatientMerges patientId={patient.id} />}
      {isCurrent && (
        <FormDialog dialog={editing} title="Edit patient">
          <EditPatient patient={patient} onClose={editing.close} />
        </FormDialog>
      )}
    </>
  )
}
