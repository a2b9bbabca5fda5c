import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Draft } from '../draft.ts'
import { limits, readFile } from '../testing/files.ts'
import { pageTypes } from '../testing/page-types.ts'
import { otherPages, testPages } from '../testing/pages.ts'
import { readHtml } from './html.ts'

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the harmonic mean of precision and recall of words. */
function f1(read: string, truth: string): number {
  const left = new Map<string, number>()
  for (const word of wordsOf(truth)) left.set(word, (left.get(word) ?? 0) + 1)
  let common = 0
  for (const word of wordsOf(read)) {
    const count = left.get(word) ?? 0
    if (count > 0) {
      common++
      left.set(word, count - 1)
    }
  }
  return (2 * common) / (wordsOf(read).length + wordsOf(truth).length)
}

function everything(html: string): string {
  const draft = new Draft(limits)
  readHtml(html, draft)
  return draft.text
}

test('the article of a page is read without its menus', async () => {
  let [sum, sumOfAll] = [0, 0]
  for (const { name, html, article } of testPages) {
    const { text } = await readFile('page.html', html)
    const score = f1(text, article)
    assert.ok(score > 0.9, `${name}: ${score}`)
    sum += score
    sumOfAll += f1(everything(html), article)
  }
  const count = testPages.length
  const mean = (total: number) => (total / count).toFixed(3)
  console.log(`F1 of ${count} pages: ${mean(sum)}, of all their text: ${mean(sumOfAll)}`)
  assert.ok(sum / count > 0.947)
})

describe('the content is read, and nothing around it, of a page of this type', () => {
  for (const { name, html, article } of pageTypes)
    test(name, async () => {
      const { text } = await readFile('page.html', html)
      const score = f1(text, article)
      assert.ok(score > 0.97, `${score}: ${text}`)
    })
})

test('the text of an article keeps headings, lists and tables', async () => {
  const paragraph =
    '<p>The price has risen twice this year, and many people buy less of it than they did before, she says.</p>'
  const { text, segments } = await readFile(
    'a.html',
    `<html><body><nav><a href="/">Home</a></nav><article><h1>Bread</h1>${paragraph.repeat(4)}<h2>Numbers</h2><ul><li>one<li>two</ul><table><tr><th>Year<th>Price<tr><td>2023<td>4 €<tr><td>2024<td>5 €</table>${paragraph.repeat(3)}</article></body></html>`,
  )
  assert.match(text, /^Bread\n\n.*\n\nNumbers\n\n- one\n- two\n+Year \| Price\n2023 \| 4 €/s)
  assert.doesNotMatch(text, /Home/)
  assert.deepEqual(
    segments.flatMap(({ kind, label }) => (kind === 'heading' ? label : [])),
    ['Bread', 'Numbers'],
  )
})

describe('a page without an article is read without its menus', () => {
  for (const { name, html, content } of otherPages) {
    test(name, async () => {
      assert.equal((await readFile('page.html', html)).text, everything(content))
    })
  }
})

describe('a page that would exhaust a library is read as a whole', () => {
  const words = 'The price has risen twice this year, and many people buy less of it than they did before. '
  for (const [name, html] of Object.entries({
    'nested deeply': `${'<div>'.repeat(20_000)}<p>${words.repeat(10)}`,
    'of many elements': `<p>${words.repeat(10)}</p>${'<span>x</span>'.repeat(50_000)}`,
    'very long': `<p>${words.repeat(20_000)}</p>`,
    'with a long attribute': `<div class="${'a '.repeat(500_000)}"><p>${words.repeat(10)}</p></div>`,
  }))
    test(name, async () => {
      assert.equal((await readFile('page.html', html)).text, everything(html))
    })
})
