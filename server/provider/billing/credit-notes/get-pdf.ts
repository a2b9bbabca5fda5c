import { Readable } from 'node:stream'
import { getCreditNotePdf } from '#contract'
import { implement } from '#platform'
import { fileName } from '../file-name.ts'
import { renderCreditNote } from '../pdf/render-document.ts'
import { readSeller } from '../seller.ts'
import { readCreditNote } from './read.ts'

export const getNotePdf = implement(getCreditNotePdf, async ({ tx, params, signal }) => {
  const note = await readCreditNote(tx, params.creditNoteId)
  const pdf = await renderCreditNote(note, await readSeller(tx, 'creditNotes', note.id), { signal })
  return { type: 'application/pdf', filename: fileName(note, 'pdf'), content: Readable.from([pdf]) }
})
