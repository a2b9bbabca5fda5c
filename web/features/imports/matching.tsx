import { Select, Stack, Text } from '@mantine/core'
import { type ImportKind, identifierPrefix, importFields, keyColumnOf } from '#contract'
import { own } from '#rules/own'
import { Caption } from '../../components/caption.tsx'
import { type Column, column } from '../../components/columns.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Inspection, Matching } from './matching-by-name.ts'
import { fieldName } from './words.ts'

interface ColumnMatchingProps {
  kind: ImportKind
  columns: Inspection['columns']
  matching: Matching
  onChange: (matching: Matching) => void
}

/** Matches the columns of a file by hand, with their first values. */
export default function ColumnMatching({ kind, columns, matching, onChange }: ColumnMatchingProps) {
  const rows = columns.map(({ name, samples }) => ({ id: name, samples }))
  const setField = (column: string, field: string | null) => {
    const { [column]: _, ...others } = matching.columns
    // A field has one column: the one chosen last.
    const left = Object.entries(others).filter(([, other]) => other !== field)
    const next = Object.fromEntries(field ? [...left, [column, field]] : left)
    const isKeyKept = matching.key !== null && columns.some(({ name }) => name === matching.key)
    onChange({ columns: next, key: isKeyKept ? matching.key : keyColumnOf(kind, next) })
  }
  return (
    <Stack gap="lg">
      <DataTable label="Columns" list={rows} columns={matchingColumns(kind, matching.columns, setField)} />
      <Select
        label="Rows are identified by"
        description={
          kind === 'stock'
            ? 'A row that was imported before is recognized by its item, lot and location, or by a column that you choose.'
            : 'A row that was imported before is recognized by this column: best an ID of your previous software.'
        }
        maw={420}
        data={columns.map(({ name }) => name)}
        value={matching.key}
        onChange={(key) => onChange({ ...matching, key })}
        placeholder={kind === 'stock' ? 'Item, lot and location' : 'Choose a column'}
        clearable={kind === 'stock'}
        allowDeselect={false}
        required={kind !== 'stock'}
      />
    </Stack>
  )
}

interface Row {
  id: string
  samples: string[]
}

const matchingColumns = (
  kind: ImportKind,
  fields: Record<string, string>,
  setField: (column: string, field: string | null) => void,
): Column<Row>[] => [
  column('Column in the file', {}, ({ id, samples }) => (
    <>
      <Text span inherit fw={500} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{id}</bdi>
      </Text>
      <Caption lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
        {samples.length === 0 ? 'Empty in the first rows' : <bdi>{samples.join(' · ')}</bdi>}
      </Caption>
    </>
  )),
  column('Imported as', { width: '20rem' }, ({ id }) => (
    <Select
      searchable
      selectFirstOptionOnChange
      aria-label={`${id} is imported as`}
      placeholder="Not imported"
      nothingFoundMessage="No field found"
      w="100%"
      clearable
      data={optionsOf(kind, id)}
      value={own(fields, id) ?? null}
      onChange={(field) => setField(id, field)}
    />
  )),
]

const optionsOf = (kind: ImportKind, column: string) =>
  [...importFields[kind], ...(kind === 'patients' ? [`${identifierPrefix}${column}`] : [])].map((field) => ({
    value: field,
    label: fieldName(field),
  }))
