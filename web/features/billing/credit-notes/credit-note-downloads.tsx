import { Text } from '@mantine/core'
import { requestOf } from '#client'
import { type CreditNoteDocument, getCreditNotePdf, getCreditNoteUbl } from '#contract'
import { useAction } from '../../../api.ts'
import { DownloadMenu } from '../downloads/download-menu.tsx'

/** The files of a credit note. */
export function CreditNoteDownloads({ note: { id: creditNoteId, number } }: { note: CreditNoteDocument }) {
  const [pdf, ubl] = [useAction(getCreditNotePdf), useAction(getCreditNoteUbl)]
  return (
    <DownloadMenu
      number={number}
      pdf={requestOf(getCreditNotePdf, { creditNoteId }).url}
      fetchFile={(profile) =>
        profile === 'zugferd'
          ? pdf.mutateAsync({ creditNoteId, profile })
          : ubl.mutateAsync({ creditNoteId, profile })
      }
      adviceOn={() => <Text c="dimmed">A credit note has these fields from its invoice.</Text>}
    />
  )
}
