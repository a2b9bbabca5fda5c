import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { sourceFormats } from './formats.ts'
import { docx, p } from './testing/docx.ts'
import { assertFails, readFile } from './testing/files.ts'
import { pdf } from './testing/pdf.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

test('a wrong extension is reported', async () => {
  const wrong: [name: string, content: string | Uint8Array, says: RegExp][] = [
    ['notes.txt', pdf(['x']), /named \.txt, but it is a PDF/],
    ['notes.md', docx(p('x')), /named \.md, but it is a Word document/],
    ['notes.csv', png, /named \.csv, but it is an image/],
    ['notes.pdf', '<!DOCTYPE html><p>Please sign in', /named \.pdf, but it is a web page/],
    ['notes.csv', '<html><p>Please sign in', /web page/],
    ['notes.pdf', 'Dear Ada', /not a PDF/],
    ['notes.docx', pdf(['x']), /named \.docx, but it is a PDF/],
    ['notes.pdf', docx(p('x')), /named \.pdf, but it is a Word document/],
    ['notes.xlsx', docx(p('x')), /named \.xlsx, but it is a Word document/],
    ['notes.odt', zipSync({ 'password/a.txt': strToU8('x') }), /it is a zip archive/],
    ['notes.rtf', pdf(['x']), /named \.rtf, but it is a PDF/],
    ['notes.json', Buffer.concat([Buffer.from('1f8b0800', 'hex'), Buffer.alloc(40)]), /compressed/],
    ['notes.HTML', 'PK\u0003\u0004', /zip archive/],
  ]
  for (const [name, content, says] of wrong)
    await assertFails(readFile(name, content), 'format_mismatch', says)
})

test('other files are known by how programs begin them', async () => {
  const files: [start: string, says: RegExp][] = [
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', /PNG/],
    ['\xff\xd8\xff\xe0\0\x10JFIF', /JPEG/],
    ['GIF89a', /GIF/],
    ['II*\0\x08\0\0\0', /TIFF/],
    ['MM\0*\0\0\0\x08', /TIFF/],
    ['RIFF\x24\0\0\0WEBPVP8 ', /WebP/],
    ['RIFF\x24\0\0\0WAVEfmt ', /recording/],
    ['RIFF\x24\0\0\0AVI LIST', /recording/],
    ['\0\0\0\x18ftypmp42', /recording/],
    ['ID3\x03\0', /recording/],
    ['ID3\x04\0', /recording/],
    ['OggS\0\x02', /recording/],
    ['fLaC\0\0\0\x22', /recording/],
    ['\x1aE\xdf\xa3', /recording/],
    ['\xff\xfb\x90d', /recording/],
    ['\x1f\x8b\x08\0', /gzip/],
    ['BZh91AY&SY', /bzip2/],
    ['\xfd7zXZ\0', /xz/],
    ['(\xb5/\xfd', /Zstandard/],
    ['7z\xbc\xaf\x27\x1c', /7z/],
    ['Rar!\x1a\x07', /RAR/],
    [`${'notes.txt'.padEnd(257, '\0')}ustar\0`, /tar/],
    ['\x7fELF\x02\x01', /program/],
    ['MZ\x90\0\x03', /program/],
    ['SQLite format 3\0', /database/],
    ['%!PS-Adobe-3.0', /PostScript/],
  ]
  for (const [start, says] of files)
    await assertFails(
      readFile('notes.docx', Buffer.from(start.padEnd(600, '\0'), 'latin1')),
      'format_mismatch',
      says,
    )
})

test('a document of Office with a password is encrypted, whatever its name', async () => {
  const sealed = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1_000),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ])
  for (const name of ['a.docx', 'a.xlsx', 'a.pptx', 'a', 'a.doc'])
    await assertFails(readFile(name, sealed), 'encrypted', /password/)
})

test('an unsupported format is reported', async () => {
  await assertFails(readFile('photo.png', png, 'image/png'), 'unsupported_format', /image/)
  for (const name of ['old.doc', 'old.xls', 'old.ppt'])
    await assertFails(readFile(name, Buffer.from('d0cf11e0a1b11ae1', 'hex')), 'unsupported_format', /Office/)
  const epub = zipSync({ mimetype: [strToU8('application/epub+zip'), { level: 0 }] })
  await assertFails(readFile('a.epub', epub), 'unsupported_format', /EPUB/)
  const drawing = zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.graphics'), { level: 0 }],
  })
  await assertFails(readFile('a.odg', drawing), 'unsupported_format', /OpenDocument/)
})

describe('without a known extension', () => {
  test('the MIME type determines the format', async () => {
    assert.equal((await readFile('export', 'a,b\n1,2\n', 'text/csv; charset=utf-8')).text, 'a: 1\nb: 2')
    assert.equal((await readFile('export.php', '<p>a', 'text/html')).text, 'a')
  })

  test('or else the content', async () => {
    const said: [content: string | Uint8Array, mimeType: string][] = [
      [pdf(['x']), 'application/pdf'],
      [docx(p('x')), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      ['WEBVTT\n\n00:01.000 --> 00:02.000\nx', 'text/vtt'],
      ['1\n00:00:01,000 --> 00:00:02,000\nx', 'application/x-subrip'],
      ['<!doctype html><p>x', 'text/html'],
      ['{"a": 1}', 'application/json'],
      ['Received: from a\r\n b\r\nFrom: a@example.com\r\n\r\nx', 'message/rfc822'],
      ['[note] x', 'text/plain'],
      ['x', 'text/plain'],
    ]
    for (const [content, mimeType] of said)
      assert.equal((await readFile('download', content)).mimeType, mimeType)
  })
})

test('the formats are listed with their extensions and MIME types', () => {
  assert.deepEqual(
    sourceFormats.map(({ format }) => format),
    'txt md html pdf docx pptx xlsx odt odp ods rtf csv json vtt srt eml'.split(' '),
  )
  assert.deepEqual(sourceFormats[2], {
    format: 'html',
    extensions: ['html', 'htm', 'xhtml'],
    mimeTypes: ['text/html', 'application/xhtml+xml'],
    kind: 'document',
  })
})
