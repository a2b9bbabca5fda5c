import { Button } from '@mantine/core'
import { useState } from 'react'
import { loadCode } from '../../connection.ts'
import type { Source } from '../../list.ts'

interface ExportButtonProps {
  /** Names the rows and the file, in the plural: `Invoices`. */
  label: string
  source: Source
}

/** Downloads all rows that match the filters as CSV. */
export function ExportButton({ label, source }: ExportButtonProps) {
  const [isLoading, setLoading] = useState(false)
  const start = async () => {
    setLoading(true)
    try {
      const { exportRows } = await loadCode(() => import('./export-rows.ts'))
      await exportRows(label, source)
    } finally {
      setLoading(false)
    }
  }
  return (
    <Button variant="subtle" ms="auto" loading={isLoading} onClick={() => void start()}>
      Export CSV
    </Button>
  )
}
