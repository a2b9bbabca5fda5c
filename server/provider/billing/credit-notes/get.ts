import { getCreditNote } from '#contract'
import { implement } from '#platform'
import { readCreditNote } from './read.ts'

export const getNote = implement(getCreditNote, ({ tx, params }) => readCreditNote(tx, params.creditNoteId))
