import { Draft, tooMuchText } from '../draft.ts'
import { type ContentLimits, ExtractionError, tooLarge } from '../extracted.ts'
import { latin1 } from '../text.ts'
import { type Annotation, commentsOn, fieldsOn, type PlacedText } from './pdf-annotations.ts'
import { addComments } from './remarks.ts'
import { addRow, type Field } from './row.ts'

/**
 * Reads a PDF, a segment for each page with text, with its line breaks. The filled fields of its forms are a row, and
 * comments follow their page.
 */
export async function readPdf(bytes: Uint8Array, limits: ContentLimits): Promise<Draft> {
  if (!latin1(bytes, 0, 1_024).includes('%PDF-'))
    throw new ExtractionError('format_mismatch', 'The file is named .pdf but is not a PDF.')
  const { getDocumentProxy } = await import('unpdf')
  const draft = new Draft(limits)
  try {
    // The parser detaches the buffer, so it gets a copy.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      useSystemFonts: false,
      disableFontFace: true,
      stopAtErrors: false,
    })
    const seen = new Set<string>()
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      const texts = await textsOn(page, limits)
      const text = texts.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join('')
      draft.add('page', text, { label: String(number) })
      const annotations: Annotation[] = await page.getAnnotations()
      addRow(draft, notIn(seen, fieldsOn(annotations, texts)), null)
      addComments(draft, commentsOn(annotations, texts))
      page.cleanup()
    }
  } catch (error) {
    throw understood(error)
  }
  if (draft.segments.length === 0)
    throw new ExtractionError('no_text', 'The PDF has no text; it may be a scan.')
  return draft
}

/** A page with more pieces of text is not read. Dense maps have some ten thousand. */
const mostPieces = 100_000

interface Piece extends PlacedText {
  hasEOL: boolean
}

/** Reads the pieces of text on a page. Counts them as they come: a drawing can repeat another, which repeats a third. */
async function textsOn(
  page: { streamTextContent(): ReadableStream<{ items: (Piece | object)[] }> },
  limits: ContentLimits,
): Promise<Piece[]> {
  const texts: Piece[] = []
  let chars = 0
  // The parser does not expect that its stream is canceled.
  for await (const { items } of page.streamTextContent().values({ preventCancel: true })) {
    for (const item of items) {
      if (!('str' in item)) continue
      texts.push(item)
      chars += item.str.length
    }
    if (texts.length > mostPieces) throw tooLarge()
    if (chars > limits.textChars) throw tooMuchText(limits)
  }
  return texts
}

/** Returns the fields that have not been seen: a field can be on several pages. */
function notIn(seen: Set<string>, fields: Field[]): Field[] {
  return fields.filter(({ name, value }) => {
    const key = `${name}\n${value}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

function understood(error: unknown): unknown {
  if (error instanceof ExtractionError) return error
  if (error instanceof Error && error.name === 'PasswordException')
    return new ExtractionError('encrypted', 'The PDF is protected by a password.')
  return new ExtractionError('unreadable', 'The PDF is damaged.')
}
