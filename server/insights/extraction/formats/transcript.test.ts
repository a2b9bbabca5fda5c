import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parts, readGiven } from '../testing/files.ts'

describe('a transcript given as text', () => {
  test('has a turn for each speaker', async () => {
    const read = await readGiven(
      'transcript',
      'Ada: The price\nis too high.\r\n\r\nBob: Why?\nada: Because: we pay twice.\nDr. Chen: 12:30 is fine.',
    )
    assert.equal(read.kind, 'transcript')
    assert.deepEqual(parts(read, 'speaker', 'startMs'), [
      ['turn', 'Ada', null, 'The price\nis too high.'],
      ['turn', 'Bob', null, 'Why?'],
      ['turn', 'ada', null, 'Because: we pay twice.'],
      ['turn', 'Dr. Chen', null, '12:30 is fine.'],
    ])
  })

  test('may have times', async () => {
    const read = await readGiven(
      'transcript',
      '[00:01:05] Interviewer: And then?\n01:07 Ada: I left.\n(1:00:00) Nothing more.',
    )
    assert.deepEqual(parts(read, 'speaker', 'startMs'), [
      ['turn', 'Interviewer', 65_000, 'And then?'],
      ['turn', 'Ada', 67_000, 'I left.'],
      ['turn', 'Ada', 3_600_000, 'Nothing more.'],
    ])
  })

  test('may have no speakers, or names in any script', async () => {
    assert.deepEqual(parts(await readGiven('transcript', 'just what was said'), 'speaker'), [
      ['turn', null, 'just what was said'],
    ])
    assert.deepEqual(parts(await readGiven('transcript', '田中：値段が高い。\nדנה: כן'), 'speaker'), [
      ['turn', '田中', '値段が高い。'],
      ['turn', 'דנה', 'כן'],
    ])
  })

  test('a sentence with a colon is not a speaker', async () => {
    const read = await readGiven(
      'transcript',
      'Ada: First.\nand I have to say one more thing: it is slow.\nsee https://example.com',
    )
    assert.deepEqual(parts(read, 'speaker'), [
      ['turn', 'Ada', 'First.\nand I have to say one more thing: it is slow.\nsee https://example.com'],
    ])
  })
})
