import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read } from '../../read.ts'
import { file, limits, parts, readFile, readGiven } from '../../testing/files.ts'

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

describe('a file', () => {
  const text = 'Ada: The price is too high.\nBob: I agree.\nAda: We leave.'

  test('is a transcript by its content, unless its sender states otherwise', async () => {
    assert.equal((await readFile('a.txt', text)).kind, 'transcript')
    const stated = { ...file('a.txt', text), kind: 'text' as const }
    assert.deepEqual(parts(await read(stated, limits)), [['paragraph', text]])
  })

  test('is a transcript if its sender states it', async () => {
    const stated = { ...file('a.txt', 'Ada: Hi.\nBob: Hello.'), kind: 'transcript' as const }
    assert.deepEqual(parts(await read(stated, limits), 'speaker'), [
      ['turn', 'Ada', 'Hi.'],
      ['turn', 'Bob', 'Hello.'],
    ])
  })

  test('keeps words that are no speech: title, attendees, footer', async () => {
    const read = await readFile(
      'a.txt',
      `Weekly call\nAttendees: Ada, Bob, Cy\n\n${text.replaceAll('\n', '\n\n')}\n\nCy: pricing next.\n\nTranscribed by a program`,
    )
    assert.deepEqual(parts(read, 'speaker'), [
      ['paragraph', null, 'Weekly call\nAttendees: Ada, Bob, Cy'],
      ['turn', 'Ada', 'The price is too high.'],
      ['turn', 'Bob', 'I agree.'],
      ['turn', 'Ada', 'We leave.'],
      ['turn', 'Cy', 'pricing next.'],
      ['paragraph', null, 'Transcribed by a program'],
    ])
  })

  test('of a chat keeps messages apart, and their dates as labels', async () => {
    const read = await readFile(
      'chat.txt',
      '[31.12.23, 21:41:03] Ada: Hi\nNote: late\n[31.12.23, 21:41:09] Ada: Sorry\n[31.12.23, 21:42:00] ~ Bob: Ok',
    )
    assert.deepEqual(parts(read, 'label', 'speaker', 'startMs'), [
      ['turn', '31.12.23, 21:41:03', 'Ada', null, 'Hi\nNote: late'],
      ['turn', '31.12.23, 21:41:09', 'Ada', null, 'Sorry'],
      ['turn', '31.12.23, 21:42:00', 'Bob', null, 'Ok'],
    ])
  })

  test('of a chat has times of day below a date, and the date stays in the text', async () => {
    const read = await readFile(
      'chat.txt',
      'Mon, 1/15/2024\n21:10\tAda\tHi\n21:12\tBob\tNote: late\n21:13\tAda\tOk.',
    )
    assert.deepEqual(parts(read, 'label', 'speaker', 'startMs'), [
      ['paragraph', null, null, null, 'Mon, 1/15/2024'],
      ['turn', '21:10', 'Ada', null, 'Hi'],
      ['turn', '21:12', 'Bob', null, 'Note: late'],
      ['turn', '21:13', 'Ada', null, 'Ok.'],
    ])
  })

  test('with times at the ends of paragraphs has turns that begin where the one before ended', async () => {
    const text = 'I: And then? #00:00:05-2#\nB: I left. #00:00:09-0#\nI: Why?'
    assert.deepEqual(parts(await readFile('a.txt', text), 'speaker', 'startMs', 'endMs'), [
      ['turn', 'I', 0, 5_200, 'And then?'],
      ['turn', 'B', 5_200, 9_000, 'I left.'],
      ['turn', 'I', null, null, 'Why?'],
    ])
  })

  test('of more turns than can be stored is read as text', async () => {
    const few = { ...limits, segments: 10 }
    const { kind, segments } = await read(file('a.txt', 'Ada: How?\n\nBob: So.\n\n'.repeat(20)), few)
    assert.equal(kind, 'text')
    assert.ok(segments.length <= 10)
  })

  test('of ten million characters in one line is read quickly', async () => {
    for (const line of ['Ada: '.repeat(2_000_000), '1:'.repeat(5_000_000), `Ada${' '.repeat(10_000_000)}: x`])
      assert.equal((await readFile('a.txt', line)).kind, 'text')
  })
})
