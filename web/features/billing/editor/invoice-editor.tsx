import { Button, Checkbox, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { type KeyboardEvent, Suspense, useEffect } from 'react'
import type { Invoice, Settings } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { Failure } from '../../../components/failure.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { PatientPicker } from '../../patients/patient-picker.tsx'
import { Totals } from '../totals.tsx'
import { EditorDetails } from './details.tsx'
import { EditorDiscounts } from './discounts.tsx'
import { isBlank } from './input.ts'
import classes from './invoice-editor.module.css'
import { EditorLines } from './lines.tsx'
import { EditorOptions } from './options.tsx'
import { type InvoiceEditor as Editor, useInvoiceEditor } from './use-invoice-editor.ts'
import type { Preview } from './use-preview.ts'
import type { EditorValues } from './values.ts'

// Most invoices are billed to the patient.
const PayerFields = lazyPart(() => import('./payer-fields.tsx'))

interface InvoiceEditorProps {
  settings: Settings
  initial: EditorValues
  /** The draft to edit; omitted for a new invoice. */
  draft?: Invoice
}

/** The editor of a new invoice or a draft, with live totals. */
export function InvoiceEditor({ settings, initial, draft }: InvoiceEditorProps) {
  const editor = useInvoiceEditor(initial, settings, draft)
  const { form, askToIssue, saveAnyway, isStale, saving } = editor
  const { values, failure } = form
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void askToIssue()
  }
  const toLines = () => editor.lines.focus(0)

  // Takes the focus from the page's heading, because the next thing to do is to type.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the editor opens
  useEffect(() => {
    if (draft) return
    if (values.patientId) toLines()
    else form.element.current?.querySelector('input')?.focus()
  }, [])

  return (
    <form ref={form.element} onSubmit={form.onSubmit} onKeyDown={press} noValidate data-container>
      <Stack gap={28}>
        <Stack gap="sm">
          <div className={classes.head}>
            <PatientPicker
              label="Patient"
              {...form.field('patientId')}
              onChange={(patientId) => {
                form.setValue('patientId', patientId)
                if (patientId && values.lines.every(isBlank)) toLines()
              }}
            />
            <EditorDetails form={form} settings={settings} />
          </div>
          <EditorPayer form={form} />
          <EditorOptions form={form} settings={settings} />
        </Stack>
        <Stack gap="sm">
          <Title order={2}>Lines</Title>
          <EditorLines editor={editor} settings={settings} />
        </Stack>
        <div className={classes.foot}>
          <Stack gap="lg">
            <EditorDiscounts form={form} settings={settings} />
            <Textarea
              label="Note"
              description="Printed on the invoice. Optional."
              autosize
              minRows={2}
              maxRows={8}
              maxLength={2000}
              dir="auto"
              {...form.field('note')}
            />
          </Stack>
          <div>
            <div className={classes.panel}>
              <EditorTotals editor={editor} />
            </div>
            <Stack gap="xs" mt="md">
              {failure !== undefined && <Failure error={failure} />}
              {isStale && draft && (
                <>
                  <ButtonLink to="/billing/$invoiceId" params={{ invoiceId: draft.id }} target="_blank">
                    Open saved version
                  </ButtonLink>
                  <Button loading={saving} onClick={saveAnyway}>
                    Overwrite it
                  </Button>
                </>
              )}
              <Group gap="xs" grow>
                <Button type="submit" loading={saving}>
                  Save draft
                </Button>
                <Button variant="filled" onClick={askToIssue} disabled={saving} data-issue>
                  Issue invoice…
                </Button>
              </Group>
            </Stack>
          </div>
        </div>
      </Stack>
    </form>
  )
}

/** The totals, computed by the server while the user types. */
function EditorTotals({ editor: { preview, form } }: { editor: Editor }) {
  const { invoice, failure } = preview
  return (
    <section aria-labelledby="totals" aria-busy={preview.computing}>
      <Text component="h2" id="totals" fw={600} mb="sm" size="md">
        Totals
      </Text>
      <div data-old={preview.computing || preview.outdated}>
        <Totals document={invoice} />
      </div>
      {/* Always takes a line, so that nothing moves. */}
      <Caption mih="1.25rem" mt={8} role="status">
        {stateOf(preview, form.values)}
      </Caption>
      {failure !== undefined && <Failure what="The totals could not be computed" error={failure} />}
    </section>
  )
}

/** Explains totals that do not cover everything typed. */
function stateOf(
  { computing, outdated, failure, invoice, lineOf }: Preview,
  { patientId, lines }: EditorValues,
): string {
  if (computing) return 'Computing…'
  if (outdated) return failure ? 'Previous totals.' : 'Previous totals. Correct the fields in red.'
  if (!patientId) return 'Choose a patient to see totals.'
  if (!invoice) return 'Enter a price to see totals.'
  const left = lines.filter((line) => !isBlank(line) && !lineOf(line.key)).length
  if (left === 0) return ''
  return left === 1 ? 'One line is not included yet.' : `${left} lines are not included yet.`
}

/** The payer, if someone other than the patient is billed. */
function EditorPayer({ form }: Pick<Editor, 'form'>) {
  return (
    <>
      <Checkbox
        label="Bill someone else"
        description="Such as an insurer, employer or relative."
        {...form.field('hasPayer', 'checkbox')}
      />
      {form.values.hasPayer && (
        <Suspense>
          <PayerFields form={form} />
        </Suspense>
      )}
    </>
  )
}
