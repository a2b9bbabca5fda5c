import { Text } from '@mantine/core'
import { Failure } from '../../components/failure.tsx'
import classes from './editor.module.css'
import { Totals } from './totals.tsx'
import type { InvoiceEditor } from './use-invoice-editor.ts'

/** The totals as the server computes them while one types. */
export function EditorTotals({ editor: { preview, values } }: { editor: InvoiceEditor }) {
  const { invoice, computing, failure } = preview
  return (
    <section aria-labelledby="totals" aria-busy={computing}>
      <Text component="h2" id="totals" fw={600} mb="sm" size="md">
        Totals
      </Text>
      <div className={classes.figures} data-old={computing || undefined}>
        <Totals invoice={invoice} />
      </div>
      {/* Its line is always there, so that nothing moves. */}
      <Text size="xs" c="dimmed" className={classes.computing ?? ''} role="status">
        {computing ? 'computing…' : invoice ? '' : whatIsMissing(values.patientId)}
      </Text>
      {failure !== undefined && <Failure what="The totals could not be computed" error={failure} />}
    </section>
  )
}

const whatIsMissing = (patientId: string | null) =>
  patientId ? 'They appear with the first price.' : 'They appear once the patient is chosen.'
