import { Alert, Button, Menu } from '@mantine/core'
import { IconPackages, IconReceiptRefund, IconShieldLock, IconUsers } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  createInvoice,
  exportPatient,
  getPatient,
  getStatement,
  listInvoices,
  listMerges,
  listPatientReads,
  listPayments,
  mergePatients,
  type Patient,
  updatePatient,
} from '#contract'
import { useCall } from '../../api.ts'
import { DataTable } from '../../components/data-table.tsx'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { MoreActions } from '../../components/more-actions.tsx'
import { Loaded, PageHeader, Section } from '../../components/page.tsx'
import { RecordLink } from '../../components/record-link.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { useList } from '../../list.ts'
import { useHasAccess, useMay } from '../../session.ts'
import { mergeColumns, mergeIdOf } from '../patients/merges/merges-page.tsx'
import { patientName } from '../patients/words.ts'
import { useBalance } from './balance.tsx'
import { Identifiers, PatientFacts } from './facts.tsx'
import { History } from './history.tsx'
import { PatientInvoices, PatientPayments } from './invoices.tsx'
import { LikelyDuplicates, NotDuplicates } from './likely-duplicates.tsx'
import { SeenBy } from './seen-by.tsx'

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
        title={patientName(patient)}
        back={{ to: '/patients', label: 'Patients' }}
        badge={!isCurrent && <StateBadge kind="quiet" icon={IconUsers} text="Merged" />}
        action={
          isCurrent && (
            <>
              <PatientMenu patientId={patient.id} />
              {may(updatePatient) && <Button onClick={editing.open}>Edit</Button>}
              {may(createInvoice) && (
                <ButtonLink variant="filled" to="/billing/new" search={{ patient: patient.id }}>
                  New invoice
                </ButtonLink>
              )}
            </>
          )
        }
      />
      {patient.mergedInto && <MergedBanner survivorId={patient.mergedInto} />}
      {isCurrent && may(getStatement) ? (
        <CurrentFacts patient={patient} />
      ) : (
        <PatientFacts patient={patient} />
      )}
      {isCurrent && may(listInvoices) && <PatientInvoices patientId={patient.id} />}
      {isCurrent && may(listPayments) && <PatientPayments patientId={patient.id} />}
      <Identifiers identifiers={patient.identifiers} />
      {isCurrent && <LikelyDuplicates patient={patient} />}
      {isCurrent && <NotDuplicates patientId={patient.id} />}
      {may(listMerges) && <PatientMerges patientId={patient.id} />}
      <History patientId={patient.id} />
      {may(listPatientReads) && <SeenBy patientId={patient.id} />}
      {isCurrent && may(updatePatient) && (
        <FormDialog dialog={editing} title="Edit patient">
          <EditPatient patient={patient} onClose={editing.close} />
        </FormDialog>
      )}
    </>
  )
}

/** The less common actions on a patient, and lists of what is connected to them. */
function PatientMenu({ patientId }: { patientId: string }) {
  const may = useMay()
  const seesStock = useHasAccess({ inventory: 'view', patients: 'view' })
  const seesBilling = useHasAccess({ billing: 'view' })
  if (!seesStock && !seesBilling && !may(mergePatients)) return null
  return (
    <MoreActions>
      {seesStock && (
        <Menu.Item
          renderRoot={(props) => <Link to="/inventory/movements" search={{ patientId }} {...props} />}
          leftSection={<IconPackages size={16} />}
        >
          Items received
        </Menu.Item>
      )}
      {seesBilling && (
        <Menu.Item
          renderRoot={(props) => <Link to="/billing/credit-notes" search={{ patientId }} {...props} />}
          leftSection={<IconReceiptRefund size={16} />}
        >
          Credit notes
        </Menu.Item>
      )}
      {may(mergePatients) && (
        <Menu.Item
          renderRoot={(props) => <Link to="/patients/merge" search={{ targetId: patientId }} {...props} />}
          leftSection={<IconUsers size={16} />}
        >
          Merge with…
        </Menu.Item>
      )}
      {may(exportPatient) && (
        <Menu.Item
          renderRoot={(props) => <Link to="/patients/$patientId/privacy" params={{ patientId }} {...props} />}
          leftSection={<IconShieldLock size={16} />}
        >
          Export or erase…
        </Menu.Item>
      )}
    </MoreActions>
  )
}

/** The facts of a record that has not been merged into another, with its balance. */
function CurrentFacts({ patient }: { patient: Patient }) {
  return <PatientFacts patient={patient} before={useBalance(patient.id)} />
}

/** Links from a merged record to the one that survives. */
function MergedBanner({ survivorId }: { survivorId: string }) {
  const { data: survivor } = useCall(getPatient, { patientId: survivorId })
  return (
    <Alert
      variant="default"
      mb="md"
      icon={<IconUsers size={20} aria-hidden />}
      title="This record was merged into another"
    >
      It is kept unchanged and can no longer be edited. Continue with{' '}
      <RecordLink
        to="patient"
        id={survivorId}
        name={survivor ? patientName(survivor) : 'the current record'}
      />
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
        idOf={mergeIdOf}
        columns={mergeColumns}
        isFaded={({ undoneAt }) => undoneAt !== null}
      />
    </Section>
  )
}
