import { Stack, Title } from '@mantine/core'
import { listMerges } from '#contract'
import { DataTable } from '../../components/data-table.tsx'
import { useList } from '../../list.ts'
import { mergeColumns } from './merge-columns.tsx'
import classes from './section.module.css'

/** The merges that this record took part in. Nothing is said where there was none. */
export function PatientMerges({ patientId }: { patientId: string }) {
  const list = useList(listMerges, { patientId })
  if (!list.error && !list.rows?.length) return null
  return (
    <Stack component="section" className={classes.section ?? ''} aria-labelledby="merges">
      <Title order={2} id="merges">
        Merges
      </Title>
      <DataTable
        label="Merges"
        list={list}
        columns={mergeColumns}
        isFaded={({ undoneAt }) => undoneAt !== null}
        empty={{ title: '', text: '' }}
      />
    </Stack>
  )
}
