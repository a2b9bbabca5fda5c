import { Button, Stack, Textarea, Title } from '@mantine/core'
import type { Invoice, Settings } from '#contract'
import { Failure } from '../../components/failure.tsx'
import { ButtonLink } from '../../components/links.tsx'
import classes from './editor.module.css'
import { EditorDetails } from './editor-details.tsx'
import { EditorDiscounts } from './editor-discounts.tsx'
import { EditorLines } from './editor-lines.tsx'
import { EditorPayer } from './editor-payer.tsx'
import { EditorTotals } from './editor-totals.tsx'
import type { EditorValues } from './editor-values.ts'
import { useInvoiceEditor } from './use-invoice-editor.ts'
import { useSaveInvoice } from './use-save-invoice.tsx'

interface InvoiceEditorProps {
  settings: Settings
  initial: EditorValues
  /** What is edited; a new invoice without it. */
  draft?: Invoice
}

/** An invoice while it is written, its totals beside it. */
export function InvoiceEditor({ settings, initial, draft }: InvoiceEditorProps) {
  const editor = useInvoiceEditor(initial, settings)
  const { saveDraft, askToIssue, saveAnyway, failure, isStale, saving } = useSaveInvoice(editor, draft)
  const { values, errors, change } = editor
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    void saveDraft()
  }
  return (
    <form ref={editor.element} onSubmit={submit} noValidate className={classes.frame}>
      <div className={classes.editor}>
        <div className={classes.main}>
          <EditorPayer editor={editor} />
          <EditorDetails editor={editor} settings={settings} />
          <Stack gap="sm">
            <Title order={2}>Lines</Title>
            <EditorLines editor={editor} settings={settings} />
            <EditorDiscounts editor={editor} settings={settings} />
          </Stack>
          <Textarea
            label="Note"
            description="Printed on the invoice. Optional."
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2000}
            dir="auto"
            value={values.note}
            onChange={(event) => change({ note: event.currentTarget.value })}
            error={errors.note}
          />
        </div>
        <aside className={classes.aside}>
          <div className={classes.panel}>
            <EditorTotals editor={editor} />
          </div>
          <div className={classes.actions}>
            {failure !== undefined && <Failure error={failure} />}
            {isStale && draft && (
              <>
                <ButtonLink
                  to="/billing/$invoiceId"
                  params={{ invoiceId: draft.id }}
                  target="_blank"
                  variant="default"
                >
                  See what they saved
                </ButtonLink>
                <Button variant="default" loading={saving} onClick={saveAnyway}>
                  Put mine in its place
                </Button>
              </>
            )}
            <Button type="submit" variant="default" loading={saving}>
              Save draft
            </Button>
            <Button onClick={askToIssue} disabled={saving}>
              Issue invoice…
            </Button>
          </div>
        </aside>
      </div>
    </form>
  )
}
