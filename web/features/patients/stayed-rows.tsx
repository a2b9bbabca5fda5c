import { Stack, Text, Title } from '@mantine/core'
import type { Merge } from '#contract'
import { Copyable } from '../../components/copyable.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { TextLink } from '../../components/links.tsx'
import classes from './section.module.css'
import { staticList } from './static-list.ts'
import { nounOf } from './table-names.ts'

type Row = Merge['stayed'][number]

/** What was made for the survivor since: an undo cannot know whose it is, and leaves it there. */
export function StayedRows({ rows, isUndone }: { rows: Row[]; isUndone: boolean }) {
  return (
    <Stack component="section" className={classes.section ?? ''} aria-labelledby="stayed">
      <Title order={2} id="stayed">
        Made since the merge
      </Title>
      <Text c="dimmed">
        {isUndone
          ? 'These stayed with the record that had survived. Look whether they belong to the other one.'
          : 'If you undo the merge, these stay with the record that survives now.'}
      </Text>
      <DataTable
        label="Made since the merge"
        list={staticList(rows)}
        columns={columns}
        empty={{ title: '', text: '' }}
      />
    </Stack>
  )
}

const columns: Column<Row>[] = [
  { heading: 'What', width: '12rem', cell: ({ table }) => nounOf(table) },
  {
    heading: 'Id',
    cell: ({ table, id }) =>
      table === 'invoices' ? (
        <TextLink to="/billing/$invoiceId" params={{ invoiceId: id }}>
          <code>{id}</code>
        </TextLink>
      ) : (
        <Copyable text={id} label="Copy the id" />
      ),
  },
]
