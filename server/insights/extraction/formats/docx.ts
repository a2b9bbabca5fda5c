import { Draft } from '../draft.ts'
import { type ContentLimits, ExtractionError } from '../extracted.ts'
import { compoundFile } from '../signature.ts'
import { latin1 } from '../text.ts'
import { unzip } from '../unzip.ts'

/**
 * Reads a Word document: paragraphs, headings, lists, tables, footnotes. Unpacks only its XML, within limits, and packs
 * it again, so that the parser sees exactly what was checked.
 */
export async function readDocx(bytes: Uint8Array, limits: ContentLimits): Promise<Draft> {
  const start = latin1(bytes, 0, 2)
  if (start === compoundFile.slice(0, 2))
    throw new ExtractionError('encrypted', 'The document is protected by a password.')
  if (start !== 'PK')
    throw new ExtractionError('format_mismatch', 'The file is named .docx but is not a Word document.')
  const parts = unzip(bytes, (name) => /\.(?:xml|rels)$/i.test(name), limits.unpackedBytes)
  if (!Object.keys(parts).some((name) => name.startsWith('word/')))
    throw new ExtractionError('format_mismatch', 'The file is named .docx but is another kind of archive.')
  for (const part of Object.values(parts)) refuseEntities(part)

  const [{ zipSync }, { default: mammoth }] = await Promise.all([import('fflate'), import('mammoth')])
  const buffer = Buffer.from(zipSync(parts, { level: 0 }))
  const { value } = await mammoth.convertToHtml(
    { buffer },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  )
  const { readHtml } = await import('./html.ts')
  const draft = new Draft(limits)
  // Without the arrows from footnotes back to their place.
  readHtml(value.replaceAll(/ ?<a href="#[^"]*">\u2191<\/a>/g, ''), draft)
  return draft
}

const forbidden = ['<!ENTITY', '<!DOCTYPE'].flatMap((word) => [
  Buffer.from(word, 'latin1'),
  Buffer.from(word, 'utf16le'),
  Buffer.from(word, 'utf16le').swap16(),
])

/** Office uses no entities. Nested ones can expand without limit (billion laughs). */
function refuseEntities(part: Uint8Array): void {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.length)
  if (forbidden.some((word) => bytes.includes(word)))
    throw new ExtractionError(
      'too_large_inside',
      'The document defines entities, which can expand without limit.',
    )
}
