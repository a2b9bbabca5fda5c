import { Readable } from 'node:stream'
import { getCreditNotePdf } from '#contract'
import { implement } from '#platform'
import { fileName } from '../file-name.ts'
import { renderCreditNote } from '../pdf/render-document.ts'
import { completeSeller, readSeller } from '../seller.ts'
import { readCreditNote } from './read.ts'

export const getNotePdf = implement(getCreditNotePdf, async ({ tx, params, query: { profile }, signal }) => {
  const note = await readCreditNote(tx, params.creditNoteId)
  const seller = await (profile ? completeSeller : readSeller)(tx, 'creditNotes', note.id)
  const pdf = await renderCreditNote(note, seller, { profile, turn: { signal } })
  return { type: 'application/pdf', filename: fileName(note, 'pdf'), content: Readable.from([pdf]) }
})
