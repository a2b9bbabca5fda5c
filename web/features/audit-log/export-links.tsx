import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { requestOf } from '#client'
import { exportAuditLog, type listAuditLog } from '#contract'
import type { FiltersOf } from '../../list.ts'

/** Downloads of what the filters let through, all of it. */
export function ExportLinks({ filter }: { filter: FiltersOf<typeof listAuditLog> }) {
  const hrefOf = (format: 'csv' | 'jsonl') => requestOf(exportAuditLog, { format, ...filter }).url
  const icon = <IconDownload size={16} aria-hidden />
  return (
    <>
      <Button component="a" download href={hrefOf('csv')} variant="default" leftSection={icon}>
        Export CSV
      </Button>
      <Button component="a" download href={hrefOf('jsonl')} variant="default" leftSection={icon}>
        JSON lines
      </Button>
    </>
  )
}
