import { Button, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  type Identifier,
  listPatientHistory,
  type PatientChange,
  type PatientField,
  patientLabels,
} from '#contract'
import { Bullets } from '../../components/bullets.tsx'
import { Caption } from '../../components/caption.tsx'
import { type Column, column, timeColumn } from '../../components/columns.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Section } from '../../components/page.tsx'
import { RecordLink } from '../../components/record-link.tsx'
import { useList } from '../../list.ts'
import { FieldValue } from '../patients/field-value.tsx'
import { identifierText } from '../patients/words.ts'

type Change = PatientChange['fields'][number]

/** Who changed a record, when, and from which values to which: loaded when someone asks for it. */
export function History({ patientId }: { patientId: string }) {
  const [isShown, { open }] = useDisclosure(false)
  return (
    <Section title="History">
      {isShown ? <Changes patientId={patientId} /> : <Button onClick={open}>Show changes</Button>}
    </Section>
  )
}

function Changes({ patientId }: { patientId: string }) {
  const list = useList(listPatientHistory, { patientId }, { pagesIn: 'history' })
  return <DataTable label="History" list={list} idOf={({ version }) => String(version)} columns={columns} />
}

const columns: Column<PatientChange>[] = [
  column('Change', {}, (change) => <ChangeDetails change={change} />),
  column('By', { width: '12rem' }, ({ changedBy, apiKey }) => (
    <>
      <bdi>{changedBy.name}</bdi>
      {apiKey && (
        <Caption>
          API key <bdi>{apiKey.name}</bdi>
        </Caption>
      )}
    </>
  )),
  timeColumn('Time', {}, ({ changedAt }) => changedAt),
]

const kinds: Record<PatientChange['kind'], string> = {
  create: 'Created',
  update: 'Updated',
  merge: 'Merged with',
  undo: 'Undid the merge with',
}

function ChangeDetails({ change: { kind, otherPatientId, fields } }: { change: PatientChange }) {
  return (
    <>
      {kinds[kind]}
      {otherPatientId && (
        <>
          {' '}
          <RecordLink to="patient" id={otherPatientId} name="another record" />
        </>
      )}
      {fields.length > 0 && (
        <Bullets fz="sm" lh="sm" c="dimmed">
          {fields.map((change) => (
            <li key={change.field}>
              <FieldChange change={change} isNew={kind === 'create'} />
            </li>
          ))}
        </Bullets>
      )}
    </>
  )
}

function FieldChange({ change: { field, before, after }, isNew }: { change: Change; isNew: boolean }) {
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {field === 'identifiers' ? 'Identifiers' : patientLabels[field]}:{' '}
      {!isNew && (
        <>
          <ValueOf field={field} value={before} />
          <span aria-hidden> → </span>
          <VisuallyHidden>, now </VisuallyHidden>
        </>
      )}
      <ValueOf field={field} value={after} />
    </span>
  )
}

function ValueOf({ field, value }: { field: Change['field']; value: Change['before'] }) {
  if (Array.isArray(value))
    return <bdi>{value.map((identifier: Identifier) => identifierText(identifier)).join(', ') || 'None'}</bdi>
  return <FieldValue field={field as PatientField} value={value} />
}
