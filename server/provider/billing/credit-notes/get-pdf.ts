import { Readable } from 'node:stream'
import { getCreditNotePdf } from '#contract'
import { implement } from '#platform'
import { fileName } from '../file-name.ts'
import { creditNoteFile } from '../issued-files/files.ts'
import { readCreditNote } from './read.ts'

export const getNotePdf = implement(
  getCreditNotePdf,
  async ({ tx, params, query: { profile }, signal, noteRead }) => {
    const note = await readCreditNote(tx, params.creditNoteId)
    noteRead(note.patientId)
    const pdf = await creditNoteFile(tx, note, profile ?? 'pdf', { signal })
    return { type: 'application/pdf', filename: fileName(note, 'pdf'), content: Readable.from([pdf]) }
  },
)
