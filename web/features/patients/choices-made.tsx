import type { Merge } from '#contract'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { FieldValue } from './field-value.tsx'
import { staticList } from './static-list.ts'
import { fieldNames } from './words.ts'

type Conflict = Merge['conflicts'][number]

/** In which fields the two records differed, and whose value was kept. */
export function ChoicesMade({ conflicts }: { conflicts: Conflict[] }) {
  return (
    <DataTable
      label="What was chosen"
      list={staticList(conflicts.map((conflict) => ({ ...conflict, id: conflict.field })))}
      columns={columns}
      empty={{ title: '', text: '' }}
    />
  )
}

const keptWords = {
  target: 'That of the record that stays',
  source: 'That of the retired record',
  value: 'Another value',
}

const columns: Column<Conflict & { id: string }>[] = [
  { heading: 'Field', width: '10rem', cell: ({ field }) => fieldNames[field] },
  {
    heading: 'The record that stays said',
    cell: ({ field, target }) => <FieldValue field={field} value={target} />,
  },
  {
    heading: 'The retired record said',
    cell: ({ field, source }) => <FieldValue field={field} value={source} />,
  },
  { heading: 'Kept', width: '14rem', cell: ({ chosen }) => keptWords[chosen] },
]
