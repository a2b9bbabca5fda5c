import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encode } from './testing/encode.ts'
import { assertFails, readFile } from './testing/files.ts'

const said: Record<string, string> = {
  'windows-1252':
    'Die Bäume blühen, und die Vögel singen – „schöne“ Grüße aus Köln. Für 5 € gibt es süße Äpfel und weiße Rüben.',
  'iso-8859-2':
    'Zażółć gęślą jaźń. Książki leżą na stole, a dzieci bawią się w ogrodzie. Chciałbym wiedzieć, gdzie są moje klucze.',
  'windows-1251': 'Мне очень понравилось обслуживание, но цена слишком высокая. Спасибо большое за помощь!',
  'koi8-r': 'Мне очень понравилось обслуживание, но цена слишком высокая. Спасибо большое за помощь!',
  'iso-8859-7': 'Η εξυπηρέτηση ήταν πολύ καλή, αλλά η τιμή είναι υψηλή. Ευχαριστώ πολύ για τη βοήθεια.',
  shift_jis:
    'サービスはとても良かったですが、値段が高すぎます。また来たいと思います。ありがとうございました。',
  gb18030: '服务非常好,但是价格太高了。我还会再来的,谢谢你们的帮助。我们都很喜欢这家店。',
  'euc-kr': '서비스는 아주 좋았지만 가격이 너무 비쌉니다. 다시 오고 싶습니다. 감사합니다.',
}

describe('a text file is read in its encoding', () => {
  for (const [encoding, text] of Object.entries(said)) {
    test(encoding, async () => {
      assert.equal((await readFile('letter.txt', encode(text, encoding))).text, text)
    })
  }

  test('UTF-8 with and without a byte order mark', async () => {
    const text = 'Ça va? 👩🏽‍🚀 Noël 😀'
    assert.equal((await readFile('a.txt', text)).text, text)
    assert.equal((await readFile('a.txt', `\ufeff${text}`)).text, text)
  })

  test('UTF-16 in both byte orders, with and without a byte order mark', async () => {
    const texts = [
      'Windows’ Notepad calls this Unicode: ÄÖÜ 😀.',
      'Мне очень понравилось обслуживание, но дорого.',
    ]
    for (const text of texts) {
      for (const mark of ['\ufeff', '']) {
        const little = Buffer.from(mark + text, 'utf16le')
        assert.equal((await readFile('a.txt', little)).text, text)
        assert.equal((await readFile('a.txt', Buffer.from(little).swap16())).text, text)
      }
    }
  })

  test('a letter that is half of a byte order mark is a letter', async () => {
    for (const text of [
      'þetta var mjög gott, og starfsfólkið hjálpaði mér strax',
      'ÿ est une lettre rare à Paris',
    ])
      assert.equal((await readFile('a.txt', Buffer.from(text, 'latin1'))).text, text)
  })

  test('the declared encoding counts if the bytes do not decide', async () => {
    const text = 'Ŝi ĝoje manĝas'
    const { text: read } = await readFile(
      'a.txt',
      encode(text, 'iso-8859-3'),
      'text/plain; charset=iso-8859-3',
    )
    assert.equal(read, text)
  })

  test('a damaged character does not change the encoding of the whole text', async () => {
    const bytes = Buffer.from('Grüße aus Köln und schöne Tage überall wünschen wir Ihnen. '.repeat(3))
    assert.match((await readFile('a.txt', bytes.subarray(0, bytes.indexOf(0xc3) + 1))).text, /^Gr/)
    assert.match(
      (await readFile('a.txt', Buffer.concat([bytes, Buffer.from([0xff])]))).text,
      /^Grüße aus Köln/,
    )
  })
})

test('bytes that are not text are rejected', async () => {
  const noise = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * index * 31 + index) & 0xff))
  await assertFails(readFile('a.txt', noise), 'unreadable', /not text/)
  await assertFails(readFile('a.csv', Buffer.alloc(100)), 'unreadable')
})

test('a few U+0000 are removed from a text', async () => {
  const { text } = await readFile('a.txt', 'An export\0 of an old system, in which one field ended so.')
  assert.equal(text, 'An export of an old system, in which one field ended so.')
})
