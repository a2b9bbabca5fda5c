import { Button, Group, List, Text, Textarea } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Erasure, erasePatient, exportPatient, getPatient, listInvoices, type Patient } from '#contract'
import { useAction, useCall } from '../../api.ts'
import { AdminsOnly } from '../../components/admins-only.tsx'
import { Caption } from '../../components/caption.tsx'
import { confirm } from '../../components/confirm.tsx'
import { ExportLink } from '../../components/export-link.tsx'
import { Facts } from '../../components/facts.tsx'
import { keepFocusAt } from '../../components/focus.ts'
import { calendarDate, formatCount } from '../../components/format.ts'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { Loaded, PageHeader, Section } from '../../components/page.tsx'
import { useMay } from '../../session.ts'
import { patientName } from '../patients/words.ts'

const route = getRouteApi('/shell/patients/$patientId/privacy')
const title = 'Export or erase'

/** What people may ask for under the GDPR: everything that is stored about them, and its erasure. */
export default function PrivacyPage() {
  const { patientId } = route.useParams()
  return useMay()(exportPatient) ? (
    <Privacy key={patientId} patientId={patientId} />
  ) : (
    <AdminsOnly
      title={title}
      back={{ to: '/patients/$patientId', params: { patientId }, label: 'Patient' }}
      may="export patients"
      text="Ask one of them. They are listed on the Users page."
    />
  )
}

function Privacy({ patientId }: { patientId: string }) {
  const [erased, setErased] = useState<{ name: string; erasure: Erasure }>()
  return erased ? (
    <Erased {...erased} />
  ) : (
    // Gone before it would be loaded again in vain.
    <Choices patientId={patientId} onErased={(done) => flushSync(() => setErased(done))} />
  )
}

interface ChoicesProps {
  patientId: string
  onErased: (done: { name: string; erasure: Erasure }) => void
}

function Choices({ patientId, onErased }: ChoicesProps) {
  const may = useMay()
  const call = useCall(getPatient, { patientId })
  return (
    <Loaded call={call} heading={title} what="The patient could not be loaded">
      {(patient) => (
        <>
          <PageHeader
            title={`${title} ${patientName(patient)}`}
            back={{ to: '/patients/$patientId', params: { patientId }, label: patientName(patient) }}
          />
          <Section title="Export">
            <Text mb="sm">
              A ZIP file with everything about this patient: the records with their history, invoices,
              payments, statements, stock given, and who read them, as JSON and PDF.
            </Text>
            <Group>
              <ExportLink href={`/api/patients/${patientId}/export`}>Export patient</ExportLink>
            </Group>
          </Section>
          {may(erasePatient) && (
            <Section title="Erase">
              <Text>
                Removes the records, also those that were merged, with their history, identifiers, merges and
                drafts, and the name from the audit log, the access log and imports.{' '}
                <strong>There is no undo.</strong>
              </Text>
              <Text mt="xs" mb="md">
                Issued invoices keep the name until their retention ends, and backups are not changed:
                restoring one from the folder of backups erases the patient again.
              </Text>
              <EraseForm
                patient={patient}
                onErased={(erasure) => onErased({ name: patientName(patient), erasure })}
              />
            </Section>
          )}
        </>
      )}
    </Loaded>
  )
}

interface EraseFormProps {
  patient: Patient
  onErased: (erasure: Erasure) => void
}

function EraseForm({ patient, onErased }: EraseFormProps) {
  const name = patientName(patient)
  const { mutateAsync } = useAction(erasePatient, { also: [listInvoices], onDone: onErased })
  const form = useOperationForm(erasePatient, {
    initial: { reason: '' },
    input: ({ reason }) => ({ patientId: patient.id, reason }),
    send: (input) =>
      confirm({
        title: `Erase ${name}?`,
        consequences: 'Nobody can bring the records back.',
        confirm: 'Erase patient',
        act: () => mutateAsync(input),
      }),
    asksBeforeLeaving: false,
  })
  return (
    <OperationForm form={form} actions={<Submit />}>
      <Textarea
        maw="40rem"
        label="Reason"
        description="The audit log keeps it, so do not name the patient."
        autosize
        minRows={2}
        {...form.field('reason')}
      />
    </OperationForm>
  )
}

const Submit = () => (
  <Group>
    <Button type="submit" variant="filled" color="red">
      Erase patient…
    </Button>
  </Group>
)

function Erased({ name, erasure: { removed, kept } }: { name: string; erasure: Erasure }) {
  const heading = useRef<HTMLElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    heading.current = document.querySelector('h1')
    keepFocusAt(heading)()
  }, [])
  return (
    <>
      <PageHeader title={`${name} is erased`} back={{ to: '/patients', label: 'Patients' }} />
      <Section title="Removed">
        <Facts facts={removed.map(({ what, count }) => ({ name: names[what], value: formatCount(count) }))} />
      </Section>
      <Section title="Kept">
        <List spacing="xs">
          {kept.map(({ what, why, until }) => (
            <List.Item key={`${what} ${until}`}>
              {what}
              {until && `, until ${calendarDate(until)}`}
              <Caption>{why}</Caption>
            </List.Item>
          ))}
        </List>
      </Section>
    </>
  )
}

const names: Record<Erasure['removed'][number]['what'], string> = {
  records: 'Records',
  identifiers: 'Identifiers',
  changes: 'Changes',
  merges: 'Merges',
  duplicate_marks: 'Different-patients flags',
  invoice_drafts: 'Drafts of invoices',
  import_rows: 'Rows of imports',
  access_log_entries: 'Access log entries',
  audit_names: 'Names in the audit log',
  stored_answers: 'Stored responses',
}
