import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parts, readFile } from '../testing/files.ts'

test('Markdown is unchanged, and its headings are segments', async () => {
  const text = [
    '---',
    'title: Notes',
    '---',
    '# Interview with *Ada* #',
    'She said:',
    '',
    '> It is **fast**.',
    '',
    'Second part',
    '===========',
    '- one',
    '- two',
    '---',
    '### ',
    'End',
    '',
  ].join('\r\n')
  const read = await readFile('notes.md', text)
  assert.equal(read.text, text)
  assert.equal(read.kind, 'text')
  assert.deepEqual(parts(read, 'label'), [
    ['paragraph', null, '---\r\ntitle: Notes\r\n---'],
    ['heading', 'Interview with *Ada*', '# Interview with *Ada* #'],
    ['paragraph', null, 'She said:'],
    ['paragraph', null, '> It is **fast**.'],
    ['heading', 'Second part', 'Second part\r\n==========='],
    ['paragraph', null, '- one\r\n- two\r\n---'],
    ['heading', null, '###'],
    ['paragraph', null, 'End'],
  ])
})

test('code contains no headings', async () => {
  const read = await readFile(
    'a.markdown',
    '```sh\n# a comment\n\n## another\n```\n\n~~~\n# and here\n~~~\n# Heading',
  )
  assert.deepEqual(
    parts(read).filter(([kind]) => kind === 'heading'),
    [['heading', '# Heading']],
  )
  const otherFence = await readFile('b.md', '```\n~~~\n# code\n```\n# Heading')
  assert.deepEqual(parts(otherFence).at(-1), ['heading', '# Heading'])
  assert.equal(parts(otherFence).length, 2)
})

test('a hashtag is no heading', async () => {
  assert.deepEqual(parts(await readFile('a.md', '#launch went well\n\n####### seven')), [
    ['paragraph', '#launch went well'],
    ['paragraph', '####### seven'],
  ])
})
