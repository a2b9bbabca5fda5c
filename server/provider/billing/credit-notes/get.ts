import { getCreditNote } from '#contract'
import { implement } from '#platform'
import { readCreditNote } from './read.ts'

export const getNote = implement(getCreditNote, async ({ tx, params }) => {
  const note = await readCreditNote(tx, params.creditNoteId)
  return note
})
