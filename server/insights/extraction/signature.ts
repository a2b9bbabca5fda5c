import type { Format } from './formats.ts'
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
  [0, '{\\rtf', 'a document in Rich Text Format'],
  [0, '%!PS', 'a document in PostScript'],
]

/** The first bytes of Microsoft's older container. */
export const compoundFile = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'

/** @returns null if not recognized, such as most text */
export function signatureOf(bytes: Uint8Array): Signature | null {
  const head = latin1(bytes, 0, 1_024)
  if (['PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0007\b'].includes(head.slice(0, 4))) return zip(bytes)
  if (head.startsWith(compoundFile)) return compound(bytes)
  if (head.startsWith('%PDF-')) return { name: 'a PDF', format: 'pdf' }
  const found = magic.find(([offset, start]) => head.startsWith(start, offset))
  if (found) return { name: found[2], format: null }
  const text = head.replace(/^\u00ef\u00bb\u00bf/, '')
  if (/^\s*<(?:!doctype html|html[\s>])/i.test(text)) return { name: 'a web page', format: 'html' }
  if (/^WEBVTT(?:\s|$)/.test(text)) return { name: 'captions (WebVTT)', format: 'vtt' }
  return null
}

const packages: [mark: string, name: string, format: Format | null][] = [
  ['word/', 'a Word document', 'docx'],
  ['xl/', 'a spreadsheet (xlsx)', null],
  ['ppt/', 'a presentation (pptx)', null],
  ['mimetypeapplication/vnd.oasis.opendocument', 'an OpenDocument file', null],
  ['mimetypeapplication/epub', 'an e-book (EPUB)', null],
]

/** A zip has the names of its files before each file, and in the directory at its end. */
function zip(bytes: Uint8Array): Signature {
  const { length } = bytes
  const ends = [latin1(bytes, 0, 4_096), latin1(bytes, Math.max(0, length - 65_536), length)]
  const found = packages.find(([mark]) => ends.some((part) => part.includes(mark)))
  return found ? { name: found[1], format: found[2] } : { name: 'a zip archive', format: null }
}

/** Microsoft's older container, also used for encrypted documents. */
function compound(bytes: Uint8Array): Signature {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return all.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? { name: 'a document protected by a password', format: 'docx' }
    : { name: 'a file of an older version of Office', format: null }
}
