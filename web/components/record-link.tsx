import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Needs } from '#contract'
import { useHasAccess } from '../session.ts'
import { RowLink } from './columns.tsx'
import { TextLink } from './links.tsx'

/** The pages of records, by their ids and for some those of their projects. */
export const pageOf = {
  patient: (patientId) => ({ to: '/patients/$patientId', params: { patientId } }),
  merge: (mergeId) => ({ to: '/patients/merges/$mergeId', params: { mergeId } }),
  invoice: (invoiceId) => ({ to: '/billing/$invoiceId', params: { invoiceId } }),
  creditNote: (creditNoteId) => ({ to: '/billing/credit-notes/$creditNoteId', params: { creditNoteId } }),
  item: (itemId) => ({ to: '/inventory/items/$itemId', params: { itemId } }),
  lot: (lotId) => ({ to: '/inventory/lots/$lotId', params: { lotId } }),
  document: (documentId) => ({ to: '/inventory/documents/$documentId', params: { documentId } }),
  import: (importId) => ({ to: '/settings/imports/$importId', params: { importId } }),
  apiKey: (keyId) => ({ to: '/settings/api-keys/$keyId', params: { keyId } }),
  tracker: (trackerId, projectId) => ({
    to: '/projects/$projectId/trackers/$trackerId',
    params: { projectId, trackerId },
  }),
  run: (runId, projectId) => ({ to: '/projects/$projectId/runs/$runId', params: { projectId, runId } }),
  source: (sourceId, projectId) => ({
    to: '/projects/$projectId/sources/$sourceId',
    params: { projectId, sourceId },
  }),
} satisfies Record<string, (id: string, projectId: string) => LinkProps>

/** The access that they need. Other pages need none. */
const accessOf: Partial<Record<keyof typeof pageOf, Needs>> = {
  patient: { patients: 'view' },
  merge: { patients: 'view' },
  invoice: { billing: 'view' },
  creditNote: { billing: 'view' },
  item: { inventory: 'view' },
  lot: { inventory: 'view', patients: 'view' },
  document: { inventory: 'view' },
  tracker: { insights: 'view' },
  run: { insights: 'view' },
  source: { insights: 'view' },
}
const nothing: Needs = {}

interface RecordLinkProps {
  to: keyof typeof pageOf
  /** Null for a record that was erased. */
  id: string | null
  /** The id of its project, for records that have one. */
  project?: string
  name: ReactNode
  /** Whether a click anywhere on its row follows it. */
  row?: boolean
}

/** A link to the page of a record. Its name alone for those who have no access to it, and if it was erased. */
export function RecordLink({ to, id, project = '', name, row = false }: RecordLinkProps) {
  const isLinked = useHasAccess(accessOf[to] ?? nothing)
  const Shown = row ? RowLink : TextLink
  if (!isLinked || id === null) return <bdi>{name}</bdi>
  return (
    <Shown {...(pageOf[to](id, project) as LinkProps)}>
      <bdi>{name}</bdi>
    </Shown>
  )
}
