import { Stack, Title } from '@mantine/core'
import type { Identifier } from '#contract'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import classes from './section.module.css'
import { staticList } from './static-list.ts'
import { identifierUseNames } from './words.ts'

export function Identifiers({ identifiers }: { identifiers: Identifier[] }) {
  const rows = identifiers.map((identifier) => ({
    ...identifier,
    id: JSON.stringify([identifier.system, identifier.value]),
  }))
  return (
    <Stack component="section" className={classes.section ?? ''} aria-labelledby="identifiers">
      <Title order={2} id="identifiers">
        Identifiers
      </Title>
      <DataTable
        label="Identifiers"
        list={staticList(rows)}
        columns={columns}
        isFaded={({ use }) => use === 'old'}
        empty={{
          title: 'No identifiers',
          text: 'Numbers that others know this patient by, such as an insurance’s.',
        }}
      />
    </Stack>
  )
}

const columns: Column<Identifier & { id: string }>[] = [
  { heading: 'Number', cell: ({ value }) => <bdi>{value}</bdi> },
  { heading: 'Given by', cell: ({ system }) => <bdi>{system}</bdi> },
  {
    heading: 'Use',
    width: '9rem',
    cell: ({ use }) => (use === 'old' ? <StateBadge kind="quiet">Old</StateBadge> : identifierUseNames[use]),
  },
]
