import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNot } from './upload-limits.ts'

const formats = {
  data: [
    { format: 'txt', extensions: ['txt', 'log'], mimeTypes: ['text/plain'], kind: 'text' as const },
    { format: 'pdf', extensions: ['pdf'], mimeTypes: ['application/pdf'], kind: 'document' as const },
  ],
  maxBytes: 100_000_000,
  maxTextChars: 20_000_000,
}

test('a file that Aerie reads is sent, known by its name or by its type', () => {
  for (const file of [
    { name: 'notes.TXT', type: '', size: 1 },
    { name: 'notes', type: 'text/plain', size: 100_000_000 },
  ])
    assert.equal(whyNot(file, formats), null)
})

test('what Aerie does not take is told in a sentence', () => {
  assert.equal(
    whyNot({ name: 'photo.png', type: 'image/png', size: 1 }, formats),
    'Aerie does not read .png files. It reads .txt and .pdf.',
  )
  assert.equal(
    whyNot({ name: 'photo', type: '', size: 1 }, formats),
    'Aerie does not read files of this kind. It reads .txt and .pdf.',
  )
  assert.equal(whyNot({ name: 'a.txt', type: '', size: 0 }, formats), 'The file is empty.')
  assert.equal(
    whyNot({ name: 'a.txt', type: '', size: 123_456_789 }, formats),
    'The file has 123.5 MB; Aerie takes at most 100 MB.',
  )
})
