import { Readable } from 'node:stream'
import { getCreditNoteUbl } from '#contract'
import { implement } from '#platform'
import { fileName } from '../file-name.ts'
import { completeSeller } from '../seller.ts'
import { documentOfCreditNote } from '../ubl/document.ts'
import { toUbl } from '../ubl/to-ubl.ts'
import { readCreditNote } from './read.ts'

export const getNoteUbl = implement(getCreditNoteUbl, async ({ tx, params, query }) => {
  const note = await readCreditNote(tx, params.creditNoteId)
  const seller = await completeSeller(tx, 'creditNotes', note.id)
  const xml = toUbl(documentOfCreditNote(note), seller, query.profile)
  return { type: 'application/xml', filename: fileName(note, 'xml'), content: Readable.from([xml]) }
})
