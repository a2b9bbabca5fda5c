import { Alert, Button } from '@mantine/core'
import { IconArrowMerge, IconUsers } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { getPatient, listMerges, mergePatients, type Patient } from '#contract'
import { useCall } from '../../../api.ts'
import { DataTable } from '../../../components/data-table.tsx'
import { FormDialog, useDialog } from '../../../components/form-dialog.tsx'
import { ButtonLink, TextLink } from '../../../components/links.tsx'
import { Loaded, PageHeader, Section } from '../../../components/page.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { lazyPart } from '../../../connection.ts'
import { useList } from '../../../list.ts'
import { useMay } from '../../../session.ts'
import { mergeColumns } from '../merges/merges-page.tsx'
import { nameOf } from '../words.ts'
import { Identifiers, PatientFacts } from './facts.tsx'
import { History } from './history.tsx'
import { LikelyDuplicates, NotDuplicates } from './likely-duplicates.tsx'

const EditPatient = lazyPart(() => import('./edit-patient.tsx'))
const route = getRouteApi('/shell/patients/$patientId')

export default function PatientPage() {
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
        badge={
          !isCurrent && (
            <StateBadge kind="quiet" icon={IconUsers}>
              Merged
            </StateBadge>
          )
        }
        action={
          isCurrent && (
            <>
              <ButtonLink to="/patients/$patientId/statement" params={{ patientId: patient.id }}>
                Statement
              </ButtonLink>
              <ButtonLink to="/inventory/movements" search={{ patientId: patient.id }}>
                Items received
              </ButtonLink>
              {may(mergePatients) && (
                <ButtonLink to="/patients/merge" search={{ targetId: patient.id }}>
                  Merge with…
                </ButtonLink>
              )}
              <Button onClick={editing.open}>Edit</Button>
            </>
          )
        }
      />
      {patient.mergedInto && <MergedBanner survivorId={patient.mergedInto} />}
      <PatientFacts patient={patient} />
      <Identifiers identifiers={patient.identifiers} />
      {isCurrent && <LikelyDuplicates patient={patient} />}
      {isCurrent && <NotDuplicates patientId={patient.id} />}
      {may(listMerges) && <PatientMerges patientId={patient.id} />}
      <History patientId={patient.id} />
      {isCurrent && (
        <FormDialog dialog={editing} title="Edit patient">
          <EditPatient patient={patient} onClose={editing.close} />
        </FormDialog>
      )}
    </>
  )
}

/** Links from a merged record to the one that survives. */
function MergedBanner({ survivorId }: { survivorId: string }) {
  const { data: survivor } = useCall(getPatient, { patientId: survivorId })
  return (
    <Alert
      variant="default"
      mb="md"
      icon={<IconArrowMerge size={20} aria-hidden />}
      title="This record was merged into another"
    >
      It is kept unchanged and can no longer be edited. Continue with{' '}
      <TextLink to="/patients/$patientId" params={{ patientId: survivorId }}>
        <bdi>{survivor ? nameOf(survivor) : 'the current record'}</bdi>
      </TextLink>
      .
    </Alert>
  )
}

/** The merges of this record; nothing if there were none. */
function PatientMerges({ patientId }: { patientId: string }) {
  const list = useList(listMerges, { patientId })
  if (!list.error && !list.rows?.length) return null
  return (
    <Section title="Merges">
      <DataTable
        label="Merges"
        list={list}
        columns={mergeColumns}
        isFaded={({ undoneAt }) => undoneAt !== null}
      />
    </Section>
  )
}
