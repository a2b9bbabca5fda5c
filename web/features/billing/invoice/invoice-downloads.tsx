import { Button, Group, Text } from '@mantine/core'
import { requestOf } from '#client'
import { getInvoicePdf, getInvoiceUbl, type Invoice } from '#contract'
import { useAction } from '../../../api.ts'
import { DownloadMenu } from '../downloads/download-menu.tsx'

interface InvoiceDownloadsProps {
  invoice: Invoice
  /** Opens the form of a credit note, unless the whole invoice is credited. */
  onCredit: (() => void) | undefined
}

/** The files of an issued invoice. */
export function InvoiceDownloads({ invoice, onCredit }: InvoiceDownloadsProps) {
  const [pdf, ubl] = [useAction(getInvoicePdf), useAction(getInvoiceUbl)]
  const { id: invoiceId, number } = invoice
  return (
    <DownloadMenu
      number={number ?? ''}
      pdf={pdfAddress(invoice)}
      fetchFile={(profile) =>
        profile === 'zugferd'
          ? pdf.mutateAsync({ invoiceId, profile })
          : ubl.mutateAsync({ invoiceId, profile })
      }
      adviceOn={(close) => (
        <>
          <Text c="dimmed">Issued invoices can’t be edited. Credit this one and create another.</Text>
          {onCredit && (
            <Group justify="flex-end">
              <Button
                variant="filled"
                onClick={() => {
                  close()
                  onCredit()
                }}
              >
                Create credit note…
              </Button>
            </Group>
          )}
        </>
      )}
    />
  )
}

export const pdfAddress = ({ id }: Invoice): string => requestOf(getInvoicePdf, { invoiceId: id }).url
