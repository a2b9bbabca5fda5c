import { Draft } from '../../draft.ts'
import type { ContentLimits } from '../../extracted.ts'
import { addComments } from '../remarks.ts'
import { Table } from '../table.ts'
import { readAuthors } from './comments.ts'
import { mainPart, openPackage, relatedContents, relatedParts, requiredPart } from './package.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheet } from './sheet.ts'
import { commentsOnSheet } from './sheet-comments.ts'
import { SheetRows } from './sheet-rows.ts'
import { readStyles } from './styles.ts'
import { prefixed, readXml } from './xml.ts'

/**
 * Reads a workbook (SpreadsheetML, ECMA-376 part 1): a row each, with values as displayed, and the comments of each
 * sheet after its rows. The name of a sheet is a heading if there are several. Sheets that Excel hides are not read; rows
 * are, because filters hide them.
 */
export async function readXlsx(
  bytes: Uint8Array,
  limits: ContentLimits,
  mayBeTranscript: boolean,
): Promise<Draft> {
  const archive = openPackage(bytes, limits)
  const main = mainPart(archive)
  const related = relatedParts(archive, main)
  const { sheets, since1904 } = readWorkbook(requiredPart(archive, main))
  const contents = (wanted: string) => relatedContents(archive, related, wanted)
  const display = await readStyles(contents('styles')[0] ?? null, since1904)
  const strings = readSharedStrings(contents('sharedStrings')[0] ?? null)
  const people = readAuthors(contents('person'))

  const parts = new Map(related.map((one) => [`${one.type} ${one.id}`, one.part]))
  const rows = new SheetRows(limits)
  const draft = new Draft(limits)
  for (const { name, id } of sheets) {
    const part = parts.get(`worksheet ${id}`)
    if (!part) continue
    const table = new Table(draft, mayBeTranscript, sheets.length > 1 ? name : null)
    readSheet(requiredPart(archive, part), { strings, display, rows }, (row) => table.add(row))
    table.end()
    addComments(draft, commentsOnSheet(archive, relatedParts(archive, part), people))
  }
  return draft
}

interface Workbook {
  /** Those that are not hidden, with the ids of their parts. */
  sheets: { name: string; id: string }[]
  /** Whether days count from 1904, as in files from old Macs. */
  since1904: boolean
}

function readWorkbook(part: Uint8Array): Workbook {
  const workbook: Workbook = { sheets: [], since1904: false }
  readXml(part, {
    open(element, attributes) {
      const { name = '', state = 'visible', date1904 } = attributes
      if (element === 'workbookPr') workbook.since1904 = date1904 === '1' || date1904 === 'true'
      if (element === 'sheet' && state === 'visible')
        workbook.sheets.push({ name, id: prefixed(attributes, 'id') ?? '' })
    },
  })
  return workbook
}
