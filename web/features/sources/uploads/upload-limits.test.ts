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

test('a file of a supported format is sent, whether its name or its type shows that', () => {
  for (const file of [
    { name: 'notes.TXT', type: '', size: 1 },
    { name: 'notes', type: 'text/plain', size: 100_000_000 },
  ])
    assert.equal(whyNot(file, formats), null)
})

test('a file that cannot be uploaded says why', () => {
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
    'The file is 123.5 MB. The limit is 100 MB.',
  )
})
