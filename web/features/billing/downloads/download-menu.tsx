import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconDownload, IconFileCode, IconFileTypePdf } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#client'
import { type UblProfile, updateSettings } from '#contract'
import { Bullets } from '../../../components/bullets.tsx'
import { Caption } from '../../../components/caption.tsx'
import { download } from '../../../components/download.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { Modal } from '../../../components/modal.tsx'
import { notifyFailed } from '../../../components/notify.tsx'
import { useMay } from '../../../session.ts'

export type EInvoiceProfile = 'zugferd' | UblProfile

interface EInvoice {
  profile: EInvoiceProfile
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
  number: string
  /** The address of the PDF. */
  pdf: string
  fetchFile: (profile: EInvoiceProfile) => Promise<Response>
  /** What to do about missing fields of the invoice. `close` closes the dialog that names them. */
  adviceOn: (close: () => void) => ReactNode
}

/** The files of an issued invoice or a credit note. An e-invoice that lacks something opens a dialog that names it. */
export function DownloadMenu({ number, pdf, fetchFile, adviceOn }: DownloadMenuProps) {
  const [refusal, setRefusal] = useState<{ name: string; error: ApiError }>()
  const [isOpen, setOpen] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const close = () => setOpen(false)

  // Fetched instead of linked, so that errors show on the page.
  const save = async ({ profile, name }: EInvoice) => {
    setLoading(true)
    try {
      const file = await (await fetchFile(profile)).blob()
      download(file, `${number}.${profile === 'zugferd' ? 'pdf' : 'xml'}`)
    } catch (error) {
      if (error instanceof ApiError && error.problem.errors?.length) {
        setRefusal({ name, error })
        setOpen(true)
      } else notifyFailed('The file could not be created', error)
    } finally {
      setLoading(false)
    }
  }

  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            loading={isLoading}
          >
            Download
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={pdf}
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
              onClick={() => save(file)}
            >
              <Text inherit>{file.name}</Text>
              <Caption>{file.hint}</Caption>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isOpen} onClose={close} title={`${refusal?.name} could not be created`}>
        {refusal && <MissingFields error={refusal.error}>{adviceOn(close)}</MissingFields>}
      </Modal>
    </>
  )
}

/** The fields that an e-invoice lacks, and where to enter them. @param children what to do about those of the invoice */
function MissingFields({ error, children }: { error: ApiError; children: ReactNode }) {
  const { code, errors = [] } = error.problem
  const isLetterhead = code === 'letterhead_incomplete'
  return (
    <Stack gap="md">
      <Text>
        {isLetterhead ? 'The letterhead in the settings is incomplete:' : 'The invoice is incomplete:'}
      </Text>
      <Bullets gap={4}>
        {errors.map(({ path, message }) => (
          <li key={`${path} ${message}`}>{message}</li>
        ))}
      </Bullets>
      {isLetterhead ? <LetterheadAdvice /> : children}
    </Stack>
  )
}

function LetterheadAdvice() {
  const mayChange = useMay()(updateSettings)
  if (!mayChange) return <Text c="dimmed">Ask an admin or the owner to complete it.</Text>
  return (
    <Group justify="flex-end">
      <ButtonLink to="/settings/organisation" variant="filled">
        Open settings
      </ButtonLink>
    </Group>
  )
}
