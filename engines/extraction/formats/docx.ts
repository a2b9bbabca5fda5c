import { own, setOwn } from '#rules/own'
import { Draft } from '../draft.ts'
import { type ContentLimits, ExtractionError } from '../extracted.ts'
import type { Archive } from '../unzip.ts'
import { readComments } from './office/comments.ts'
import { mainPart, openPackage, relatedParts } from './office/package.ts'
import { type Attributes, prefixed } from './office/xml.ts'
import type { Comment, Commented } from './remarks.ts'

/**
 * Reads a Word document: paragraphs, headings, lists, tables, footnotes; and its comments. Unpacks only its XML, within
 * limits, and packs it again, so that the parser sees exactly what was checked.
 */
export async function readDocx(bytes: Uint8Array, limits: ContentLimits): Promise<Commented> {
  const archive = openPackage(bytes, limits)
  const parts = checkedParts(archive)
  const [{ zipSync }, { default: mammoth }] = await Promise.all([import('fflate'), import('mammoth')])
  const buffer = Buffer.from(zipSync(parts, { level: 0 }))
  const { value } = await mammoth.convertToHtml(
    { buffer },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  )
  const { readHtml } = await import('./html.ts')
  const draft = new Draft(limits)
  // Removes the arrows that lead from footnotes back to their place.
  readHtml(value.replaceAll(/ ?<a href="#[^"]*">\u2191<\/a>/g, ''), draft)
  return { draft, comments: commentsIn(archive, parts) }
}

function checkedParts(archive: Archive): Record<string, Buffer> {
  const parts: Record<string, Buffer> = {}
  for (const name of archive.names) {
    if (!/\.(?:xml|rels)$/i.test(name)) continue
    const part = archive.read(name)!
    refuseEntities(part)
    setOwn(parts, name, part)
  }
  return parts
}

/**
 * Reads the comments (WordprocessingML, ECMA-376 part 1, 17.13.4). Mammoth puts a mark where a comment is, in the middle of
 * a sentence, and drops its author.
 */
function commentsIn(archive: Archive, parts: Record<string, Buffer>): Comment[] {
  const related = relatedParts(archive, mainPart(archive)).find(({ type }) => type === 'comments')
  const part = related && own(parts, related.part)
  const authorOf = (attributes: Attributes) => prefixed(attributes, 'author') || null
  return part ? readComments(part, { elements: ['comment'], words: ['t'], authorOf }) : []
}

const forbidden = ['<!ENTITY', '<!DOCTYPE'].flatMap((word) => [
  Buffer.from(word, 'latin1'),
  Buffer.from(word, 'utf16le'),
  Buffer.from(word, 'utf16le').swap16(),
])

/** Office uses no entities. Nested ones can expand without limit (billion laughs). */
function refuseEntities(part: Buffer): void {
  if (forbidden.some((word) => part.includes(word)))
    throw new ExtractionError(
      'too_large_inside',
      'The document defines entities, which can expand without limit.',
    )
}
