import { ExtractionError } from './extracted.ts'
import { type Format, formats } from './formats.ts'
import { latin1 } from './text.ts'

/** A format recognized by the first bytes of a file. */
export interface Signature {
  /** As in `it is a PDF`. */
  name: string
  format: Format | null
}

/** Bytes of binary files at an offset, in Latin-1. */
const magic: [offset: number, bytes: string, name: string][] = [
  [0, '\u0089PNG\r\n', 'an image (PNG)'],
  [0, '\u00ff\u00d8\u00ff', 'an image (JPEG)'],
  [0, 'GIF8', 'an image (GIF)'],
  [0, 'II*\0', 'an image (TIFF)'],
  [0, 'MM\0*', 'an image (TIFF)'],
  [8, 'WEBPVP8', 'an image (WebP)'],
  [8, 'WAVEfmt', 'a recording'],
  [8, 'AVI LIST', 'a recording'],
  [4, 'ftyp', 'a recording'],
  [0, 'ID3\u0003', 'a recording'],
  [0, 'ID3\u0004', 'a recording'],
  [0, 'OggS\0', 'a recording'],
  [0, 'fLaC\0', 'a recording'],
  [0, '\u001aE\u00df\u00a3', 'a recording'],
  [0, '\u00ff\u00fb', 'a recording'],
  [0, '\u001f\u008b\b', 'a compressed file (gzip)'],
  [0, 'BZh9', 'a compressed file (bzip2)'],
  [0, '\u00fd7zXZ', 'a compressed file (xz)'],
  [0, '\u0028\u00b5\u002f\u00fd', 'a compressed file (Zstandard)'],
  [0, '7z\u00bc\u00af', 'an archive (7z)'],
  [0, 'Rar!\u001a', 'an archive (RAR)'],
  [257, 'ustar', 'an archive (tar)'],
  [0, '\u007fELF', 'a program'],
  [0, 'MZ\u0090\0', 'a program'],
  [0, 'SQLite format 3\0', 'a database'],
  [0, '%!PS', 'a document in PostScript'],
]

/** The first bytes of Microsoft's older container. */
const compoundFile = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'

/** @returns null if not recognized, such as most text. @throws ExtractionError `encrypted` */
export function signatureOf(bytes: Uint8Array): Signature | null {
  const head = latin1(bytes, 0, 1_024)
  if (['PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0007\b'].includes(head.slice(0, 4))) return zip(bytes)
  if (head.startsWith(compoundFile)) return compound(bytes)
  if (head.startsWith('%PDF-')) return of('pdf')
  if (head.startsWith('{\\rtf')) return of('rtf')
  const found = magic.find(([offset, start]) => head.startsWith(start, offset))
  if (found) return other(found[2])
  const text = head.replace(/^\u00ef\u00bb\u00bf/, '')
  if (/^\s*<(?:!doctype html|html[\s>])/i.test(text)) return of('html')
  if (/^WEBVTT(?:\s|$)/.test(text)) return of('vtt')
  return null
}

const of = (format: Format): Signature => ({ name: formats[format].name, format })
const other = (name: string): Signature => ({ name, format: null })

/** How the name of a file in a zip, and its content where it is not packed, begins. */
const packages: [start: string, signature: Signature][] = [
  ['mimetypeapplication/vnd.oasis.opendocument.text', of('odt')],
  ['mimetypeapplication/vnd.oasis.opendocument.presentation', of('odp')],
  ['mimetypeapplication/vnd.oasis.opendocument.spreadsheet', of('ods')],
  ['mimetypeapplication/vnd.oasis.opendocument', other('an OpenDocument file')],
  ['mimetypeapplication/epub', other('an e-book (EPUB)')],
  ['word/', of('docx')],
  ['ppt/', of('pptx')],
  ['xl/', of('xlsx')],
]
/** The header of a file, and its entry in the directory at the end: what comes before its name. */
const headers: [mark: string, rest: number][] = [
  ['PK\u0003\u0004', 26],
  ['PK\u0001\u0002', 42],
]

function zip(bytes: Uint8Array): Signature {
  const { length } = bytes
  const ends = [latin1(bytes, 0, 4_096), latin1(bytes, Math.max(0, length - 65_536), length)]
  const names = ends.flatMap((end) =>
    headers.flatMap(([mark, rest]) =>
      end
        .split(mark)
        .slice(1)
        .map((header) => header.slice(rest)),
    ),
  )
  const found = packages.find(([start]) => names.some((name) => name.startsWith(start)))
  return found?.[1] ?? other('a zip archive')
}

/**
 * Microsoft's older container, also of encrypted documents.
 * @throws ExtractionError `encrypted`
 */
function compound(bytes: Uint8Array): Signature {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (all.includes(Buffer.from('EncryptedPackage', 'utf16le')))
    throw new ExtractionError('encrypted', 'The file is protected by a password.')
  return other('a file of an older version of Office')
}
