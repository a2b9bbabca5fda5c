import { Readable } from 'node:stream'
import { getCreditNoteUbl } from '#contract'
import { implement } from '#platform'
import { fileName } from '../file-name.ts'
import { creditNoteFile } from '../issued-files/files.ts'
import { readCreditNote } from './read.ts'

export const getNoteUbl = implement(getCreditNoteUbl, async ({ tx, params, query }) => {
  const note = await readCreditNote(tx, params.creditNoteId)
  const xml = await creditNoteFile(tx, note, query.profile)
  const content = Readable.from([xml])
  return { type: 'application/xml', filename: fileName(note, 'xml'), content, patients: [note.patientId] }
})
