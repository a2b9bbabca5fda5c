import { Text } from '@mantine/core'
import { Failure } from '../../components/failure.tsx'
import classes from './editor.module.css'
import { isBlank } from './editor-input.ts'
import type { EditorValues } from './editor-values.ts'
import { Totals } from './totals.tsx'
import type { InvoiceEditor } from './use-invoice-editor.ts'
import type { Preview } from './use-preview.ts'

/** The totals as the server computes them while one types. */
export function EditorTotals({ editor: { preview, values } }: { editor: InvoiceEditor }) {
  const { invoice, failure } = preview
  return (
    <section aria-labelledby="totals" aria-busy={preview.computing}>
      <Text component="h2" id="totals" fw={600} mb="sm" size="md">
        Totals
      </Text>
      <div className={classes.figures} data-old={preview.computing || preview.outdated || undefined}>
        <Totals invoice={invoice} />
      </div>
      {/* Its line is always there, so that nothing moves. */}
      <Text size="xs" c="dimmed" className={classes.computing ?? ''} role="status">
        {stateOf(preview, values)}
      </Text>
      {failure !== undefined && <Failure what="The totals could not be computed" error={failure} />}
    </section>
  )
}

/** What the figures are of, where that is not everything that is typed. */
function stateOf(
  { computing, outdated, failure, invoice, lineOf }: Preview,
  { patientId, lines }: EditorValues,
): string {
  if (computing) return 'computing…'
  if (outdated) return failure ? 'As they were before.' : 'As they were before: correct what is marked.'
  if (!patientId) return 'They appear once the patient is chosen.'
  if (!invoice) return 'They appear with the first price.'
  const left = lines.filter((line) => !isBlank(line) && !lineOf(line.key)).length
  if (left === 0) return ''
  return left === 1 ? 'One line is not counted yet.' : `${left} lines are not counted yet.`
}
