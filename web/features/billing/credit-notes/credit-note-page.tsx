import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { requestOf } from '#client'
import { type CreditNoteDocument, getCreditNote, getCreditNotePdf, getCreditNoteUbl } from '#contract'
import { useAction, useCall } from '../../../api.ts'
import { Caption } from '../../../components/caption.tsx'
import { Loaded, PageHeader } from '../../../components/page.tsx'
import { DocumentSheet } from '../document-sheet.tsx'
import { DownloadMenu } from '../downloads/download-menu.tsx'

const route = getRouteApi('/shell/billing/credit-notes/$creditNoteId')

export default function CreditNotePage() {
  const { creditNoteId } = route.useParams()
  const call = useCall(getCreditNote, { creditNoteId })
  return (
    <Loaded call={call} heading="Credit note" what="The credit note could not be loaded">
      {(note) => <CreditNoteDetails note={note} />}
    </Loaded>
  )
}

function CreditNoteDetails({ note }: { note: CreditNoteDocument }) {
  const { number, reason } = note
  return (
    <>
      <PageHeader
        title={`Credit note ${number}`}
        back={{ to: '/billing/credit-notes', label: 'Credit notes' }}
        description={
          <>
            Reason:{' '}
            <Text span inherit dir="auto">
              “{reason}”
            </Text>
          </>
        }
        action={<CreditNoteDownloads note={note} />}
      />
      <DocumentSheet document={note} />
      <Caption mt="xl">
        Issued by <bdi>{note.issuedBy.name}</bdi>
      </Caption>
    </>
  )
}

/** The files of a credit note. */
function CreditNoteDownloads({ note: { id: creditNoteId, number } }: { note: CreditNoteDocument }) {
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
