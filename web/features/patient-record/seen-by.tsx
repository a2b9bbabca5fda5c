import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type AccessLogEntry, listPatientReads } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { type Column, column } from '../../components/columns.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { plural } from '../../components/format.ts'
import { ButtonLink } from '../../components/links.tsx'
import { Section } from '../../components/page.tsx'
import { useList } from '../../list.ts'
import { readColumns } from '../access-log/read-columns.tsx'

/** Who saw a record, also in lists and exports: loaded when someone asks for it. */
export function SeenBy({ patientId }: { patientId: string }) {
  const [isShown, { open }] = useDisclosure(false)
  return (
    <Section
      title="Seen by"
      action={
        <ButtonLink to="/settings/access-log" search={{ patientId }}>
          Access log
        </ButtonLink>
      }
    >
      {isShown ? <Reads patientId={patientId} /> : <Button onClick={open}>Show who saw this record</Button>}
    </Section>
  )
}

function Reads({ patientId }: { patientId: string }) {
  const list = useList(listPatientReads, { patientId }, { pagesIn: 'reads' })
  return (
    <>
      <Text c="dimmed" mb="sm">
        Every call that showed this record, alone or among others, within seconds. Records that were merged
        into it are included.
      </Text>
      <DataTable
        label="Seen by"
        list={list}
        columns={columns}
        empty={{ title: 'Nobody yet', text: 'Those who see this record from now on are listed here.' }}
      />
    </>
  )
}

const [action, ...others] = readColumns as [Column<AccessLogEntry>, ...Column<AccessLogEntry>[]]

const columns: Column<AccessLogEntry>[] = [
  column('Action', {}, (entry) => (
    <>
      {action.cell(entry)}
      {entry.count > 1 && <Caption>{plural(entry.count, 'patient')} shown</Caption>}
    </>
  )),
  ...others,
]
