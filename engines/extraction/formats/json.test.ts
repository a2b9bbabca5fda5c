import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFails, parts, readFile } from '../testing/files.ts'

describe('a JSON file', () => {
  test('that is an array of reviews has a row for each', async () => {
    const reviews = [
      { id: 1, stars: 5, text: 'Great 👍', author: { name: 'Ada', verified: true }, tags: ['fast', 'kind'] },
      {
        id: 2,
        stars: 1,
        text: '',
        author: { name: 'Bob', verified: false },
        replies: [{ by: 'us', text: 'Sorry.' }],
      },
    ]
    const read = await readFile('reviews.json', JSON.stringify(reviews, null, 2))
    assert.equal(read.kind, 'table')
    assert.deepEqual(parts(read, 'label'), [
      [
        'row',
        '1',
        'id: 1\nstars: 5\ntext: Great 👍\nauthor.name: Ada\nauthor.verified: true\ntags: fast, kind',
      ],
      [
        'row',
        '2',
        'id: 2\nstars: 1\nauthor.name: Bob\nauthor.verified: false\nreplies 1.by: us\nreplies 1.text: Sorry.',
      ],
    ])
  })

  test('with the array in an object keeps its other fields', async () => {
    const read = await readFile(
      'a.json',
      '\ufeff{"exported":"2024-05-01","reviews":[{"t":"a"},{"t":"b"}],"by":{"x":1}}',
    )
    assert.deepEqual(parts(read, 'label'), [
      ['row', null, 'exported: 2024-05-01\nby.x: 1'],
      ['row', '1', 't: a'],
      ['row', '2', 't: b'],
    ])
  })

  test('of JSON lines has a row for each line', async () => {
    const read = await readFile('a.jsonl', '{"t":"a"}\r\n{"t":"b"}\r\n\r\n"c"\r\n')
    assert.deepEqual(parts(read), [
      ['row', 't: a'],
      ['row', 't: b'],
      ['row', 'c'],
    ])
    assert.equal(parts(await readFile('b.jsonl', '{"t":"a"}\n{"t":"b"}\n')).length, 2)
  })

  test('loses U+0000 and halves of characters, which text cannot contain', async () => {
    const read = await readFile('a.json', '{"text":"a\\u0000b \\ud83d c \\ude00 \\ud83d\\ude00"}')
    assert.equal(read.text, 'text: ab \ufffd c \ufffd 😀')
  })

  test('that is empty has no text', async () => {
    for (const nothing of ['[]', '{}', 'null', '[{},{"a":null}]', '""'])
      await assertFails(readFile('a.json', nothing), 'no_text')
  })

  test('that is damaged is rejected with the position', async () => {
    await assertFails(readFile('a.json', '{"a": [1, 2}'), 'unreadable', /position 11/)
    await assertFails(readFile('a.json', '{"a": "b'), 'unreadable')
    await assertFails(
      readFile('a.json', '<!doctype html><title>Sign in</title>'),
      'format_mismatch',
      /web page/,
    )
  })

  test('nested too deeply is rejected', async () => {
    await assertFails(readFile('a.json', '['.repeat(500) + ']'.repeat(500)), 'unreadable', /deep/)
    await assertFails(readFile('a.json', `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`), 'unreadable', /deep/)
    await assertFails(readFile('a.json', '['.repeat(5_000_000)), 'unreadable')
  })
})
