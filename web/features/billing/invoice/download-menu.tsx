import { Button, Menu, Text } from '@mantine/core'
import { IconChevronDown, IconDownload, IconFileCode, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError, requestOf } from '#client'
import { getInvoicePdf, getInvoiceUbl, type Invoice, type UblProfile } from '#contract'
import { useAction } from '../../../api.ts'
import { Caption } from '../../../components/caption.tsx'
import { download } from '../../../components/download.ts'
import { Modal } from '../../../components/modal.tsx'
import { notifyFailed } from '../../../components/notify.tsx'
import { MissingFields } from './missing-fields.tsx'

interface EInvoice {
  profile: 'zugferd' | UblProfile
  name: string
  hint: string
}

const eInvoices: EInvoice[] = [
  { profile: 'zugferd', name: 'PDF with e-invoice', hint: 'ZUGFeRD, Factur-X' },
  { profile: 'en16931', name: 'UBL', hint: 'EN 16931' },
  { profile: 'peppol', name: 'UBL for Peppol', hint: 'BIS Billing 3' },
  { profile: 'xrechnung', name: 'XRechnung', hint: 'UBL, version 3.0' },
]

interface DownloadMenuProps {
  invoice: Invoice
  /** Opens the form of a credit note, unless the whole invoice is credited. */
  onCredit: (() => void) | undefined
}

/** The files of an issued invoice. An e-invoice that lacks something opens a dialog that names it. */
export function DownloadMenu({ invoice, onCredit }: DownloadMenuProps) {
  const [refusal, setRefusal] = useState<{ name: string; error: ApiError }>()
  const [isOpen, setOpen] = useState(false)
  const [pdf, ubl] = [useAction(getInvoicePdf), useAction(getInvoiceUbl)]
  const { id: invoiceId, number } = invoice

  // Fetched instead of linked, so that errors show on the page.
  const fetchFile = async ({ profile, name }: EInvoice) => {
    try {
      const isPdf = profile === 'zugferd'
      const answer = isPdf
        ? await pdf.mutateAsync({ invoiceId, profile })
        : await ubl.mutateAsync({ invoiceId, profile })
      download(await answer.blob(), `${number}.${isPdf ? 'pdf' : 'xml'}`)
    } catch (error) {
      if (error instanceof ApiError && error.problem.errors?.length) {
        setRefusal({ name, error })
        setOpen(true)
      } else notifyFailed('The file could not be created', error)
    }
  }

  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            loading={pdf.isPending || ubl.isPending}
          >
            Download
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={pdfAddress(invoice)}
            target="_blank"
            rel="noopener"
            leftSection={<IconFileTypePdf size={16} />}
          >
            PDF
          </Menu.Item>
          {eInvoices.map((file) => (
            <Menu.Item
              key={file.profile}
              leftSection={
                file.profile === 'zugferd' ? <IconFileTypePdf size={16} /> : <IconFileCode size={16} />
              }
              onClick={() => fetchFile(file)}
            >
              <Text inherit>{file.name}</Text>
              <Caption>{file.hint}</Caption>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={`${refusal?.name} could not be created`}>
        {refusal && (
          <MissingFields
            error={refusal.error}
            onCredit={
              onCredit &&
              (() => {
                setOpen(false)
                onCredit()
              })
            }
          />
        )}
      </Modal>
    </>
  )
}

export const pdfAddress = ({ id }: Invoice): string => requestOf(getInvoicePdf, { invoiceId: id }).url
