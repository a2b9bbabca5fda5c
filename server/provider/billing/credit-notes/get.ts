import { getCreditNote } from '#contract'
import { implement } from '#platform'
import { readCreditNote } from './read.ts'

export const getNote = implement(getCreditNote, async ({ tx, params, noteRead }) => {
  const note = await readCreditNote(tx, params.creditNoteId)
  noteRead(note.patientId)
  return note
})
