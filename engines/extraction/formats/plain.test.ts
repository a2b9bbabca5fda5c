import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { longestPassage } from '../passages.ts'
import { read } from '../read.ts'
import { assertFails, file, limits, parts, readFile, readGiven } from '../testing/files.ts'
import { assertHolds } from '../testing/holds.ts'

describe('a text file', () => {
  test('is unchanged, and its paragraphs are its segments', async () => {
    const text = '  A letter\nof two lines.\n\n\n\tThe second. \n \nThird'
    const read = await readFile('letter.txt', text)
    assert.equal(read.text, text)
    assert.equal(read.kind, 'text')
    assert.equal(read.mimeType, 'text/plain')
    assert.deepEqual(parts(read), [
      ['paragraph', 'A letter\nof two lines.'],
      ['paragraph', 'The second.'],
      ['paragraph', 'Third'],
    ])
  })

  test('keeps CRLF, and the CR of old Macintoshes', async () => {
    for (const end of ['\r\n', '\r']) {
      const text = `One${end}line${end}${end}Two${end}`
      const read = await readFile('letter.txt', text)
      assert.equal(read.text, text)
      assert.deepEqual(parts(read), [
        ['paragraph', `One${end}line`],
        ['paragraph', 'Two'],
      ])
    }
  })

  test('keeps right-to-left text, emoji of several parts and combining marks', async () => {
    const text = 'שלום עולם, זה מכתב קצר\n\nمرحبا بالعالم\n\n👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽\n\ne\u0301te\u0301 n\u0303'
    const read = await readFile('letter.txt', text)
    assert.equal(read.text, text)
    assert.deepEqual(
      parts(read).map(([, part]) => part),
      text.split('\n\n'),
    )
  })

  test('that is empty, or only white space, is called empty', async () => {
    for (const nothing of ['', ' \r\n\t\u00a0\u3000', '\ufeff'])
      await assertFails(readFile('a.txt', nothing), 'empty')
    await assertFails(readFile('a.csv', '\n\n'), 'empty')
    await assertFails(readGiven('text', ' \n '), 'empty')
  })
})

describe('a long line is cut into passages', () => {
  test('at the ends of sentences', async () => {
    const read = await readFile('a.txt', 'This is one of very many sentences in a line. '.repeat(1_000))
    assert.ok(read.segments.length >= 9)
    for (const [, passage] of parts(read)) {
      assert.match(passage as string, /^This.*line\.$/s)
      assert.ok((passage as string).length <= longestPassage)
    }
  })

  test('at the end of a line, unless that is near its beginning', async () => {
    const read = await readFile('a.txt', `Title\n${'A sentence. '.repeat(1_000)}`)
    assert.ok((parts(read)[0]![1] as string).length > longestPassage / 4)
  })

  test('never within a character and its marks', async () => {
    for (const character of ['👩‍👩‍👧‍👦', 'e\u0301', '👍🏽', 'क्षि']) {
      const read = await readFile('a.txt', character.repeat(3_000))
      assert.ok(read.segments.length > 1)
      for (const [, passage] of parts(read)) assert.equal((passage as string).length % character.length, 0)
    }
  })

  test('of ten million characters, without spaces or with', async () => {
    for (const line of ['x'.repeat(10_000_000), 'words '.repeat(1_666_666)]) {
      const read = await readFile('a.txt', line)
      assert.equal(read.text, line)
      assert.ok(read.segments.every(({ start, end }) => end - start <= longestPassage))
    }
  })
})

test('too many paragraphs are joined', async () => {
  const extracted = await read(file('a.txt', 'x\n\n'.repeat(1_000)), { ...limits, segments: 100 })
  assertHolds(extracted)
  assert.equal(extracted.segments.length, 100)
})

test('too much text is rejected', async () => {
  const small = { ...limits, textChars: 1_000 }
  await assertFails(read(file('a.txt', 'x'.repeat(1_001)), small), 'too_much_text', /1,000/)
  await assertFails(read(file('a.txt', 'x'.repeat(50_000)), small), 'too_much_text')
  assert.equal((await read(file('a.txt', 'é'.repeat(1_000)), small)).text.length, 1_000)
})

test('text sent as JSON keeps its paragraphs, whatever it looks like', async () => {
  const read = await readGiven('text', '%PDF-1.4 is how a PDF begins.\n\n<html>')
  assert.deepEqual(parts(read), [
    ['paragraph', '%PDF-1.4 is how a PDF begins.'],
    ['paragraph', '<html>'],
  ])
})

test('the language of a text is recognized, and not guessed from a few words', async () => {
  const texts: Record<string, string> = {
    en: 'The service was very good, but I think that the price is too high for what we got.',
    de: 'Der Service war sehr gut, aber ich finde, dass der Preis für das Gebotene zu hoch ist.',
    fr: 'Le service était très bon, mais je pense que le prix est trop élevé pour ce que nous avons reçu.',
    ru: 'Мне очень понравилось обслуживание, но цена слишком высокая. Спасибо большое за помощь!',
    ja: 'サービスはとても良かったですが、値段が高すぎます。また来たいと思います。',
  }
  for (const [language, text] of Object.entries(texts))
    assert.equal((await readFile('a.txt', text)).language, language)
  assert.equal((await readFile('a.txt', 'ok 12345')).language, null)
})
