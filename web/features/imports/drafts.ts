import type { ImportKind } from '#contract'

/** A file with its matching, to import after its dry run. */
export interface Draft {
  kind: ImportKind
  file: File
  columns: Record<string, string>
  key: string | null
}

const drafts = new Map<string, Draft>()

/** Keeps the file of a dry run while this tab is open, by the id of the dry run. */
export const keepDraft = (importId: string, draft: Draft): void => {
  drafts.clear()
  drafts.set(importId, draft)
}

export const draftOf = (importId: string): Draft | undefined => drafts.get(importId)
