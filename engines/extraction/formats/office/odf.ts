import { Draft } from '../../draft.ts'
import { type ContentLimits, ExtractionError } from '../../extracted.ts'
import type { Archive } from '../../unzip.ts'
import { addComments, type Commented } from '../remarks.ts'
import { Table } from '../table.ts'
import { ListStyles } from './odf-lists.ts'
import { OdfSheets, type Sheet, visibleSheets } from './odf-sheets.ts'
import { OdfSlides } from './odf-slides.ts'
import { OdfText } from './odf-text.ts'
import { openPackage, requiredPart } from './package.ts'
import { SheetRows } from './sheet-rows.ts'
import { readXml } from './xml.ts'

/** Reads a text document: headings, paragraphs, lists, tables and notes; and its comments. */
export function readOdt(bytes: Uint8Array, limits: ContentLimits): Commented {
  const { content, styles } = openDocument(bytes, limits)
  const draft = new Draft(limits)
  const text = new OdfText(draft, styles)
  readXml(content, text)
  return { draft, comments: text.end() }
}

/** Reads a presentation: the slides, each with its notes. */
export function readOdp(bytes: Uint8Array, limits: ContentLimits): Draft {
  const { content, styles } = openDocument(bytes, limits)
  const draft = new Draft(limits)
  readXml(content, new OdfSlides(draft, limits, styles))
  return draft
}

/** Reads a spreadsheet: a row each, with values as displayed, and the comments of each sheet after its rows. */
export function readOds(bytes: Uint8Array, limits: ContentLimits, mayBeTranscript: boolean): Draft {
  const { content } = openDocument(bytes, limits)
  const visible = visibleSheets(content)
  const draft = new Draft(limits)
  const start = (name: string): Sheet | null => {
    if (!visible.has(name)) return null
    const table = new Table(draft, mayBeTranscript, visible.size > 1 ? name : null)
    return {
      table,
      end(comments) {
        table.end()
        addComments(draft, comments)
      },
    }
  }
  readXml(content, new OdfSheets(start, new SheetRows(limits)))
  return draft
}

/** Opens a file of OpenDocument (OASIS, version 1.3, part 2). @throws ExtractionError `encrypted` */
function openDocument(bytes: Uint8Array, limits: ContentLimits): { content: Buffer; styles: ListStyles } {
  const archive = openPackage(bytes, limits)
  if (archive.read('META-INF/manifest.xml')?.includes('encryption-data'))
    throw new ExtractionError('encrypted', 'The file is protected by a password.')
  const content = requiredPart(archive, 'content.xml')
  return { content, styles: stylesIn(archive, content) }
}

function stylesIn(archive: Archive, content: Buffer): ListStyles {
  const styles = new ListStyles()
  for (const part of [archive.read('styles.xml'), content]) if (part) styles.add(part)
  return styles
}
