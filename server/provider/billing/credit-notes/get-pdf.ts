import { Readable } from 'node:stream'
import { getCreditNotePdf } from '#contract'
import { implement } from '#platform'
import { fileName } from '../file-name.ts'
import { creditNoteFile } from '../issued-files/files.ts'
import { readCreditNote } from './read.ts'

export const getNotePdf = implement(getCreditNotePdf, async ({ tx, params, query: { profile }, signal }) => {
  const note = await readCreditNote(tx, params.creditNoteId)
  const pdf = await creditNoteFile(tx, note, profile ?? 'pdf', { signal })
  const content = Readable.from([pdf])
  return { type: 'application/pdf', filename: fileName(note, 'pdf'), content, patients: [note.patientId] }
})
