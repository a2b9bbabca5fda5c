import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encode } from '../testing/encode.ts'
import { assertFails, parts, readFile } from '../testing/files.ts'

describe('a web page', () => {
  test('is read as displayed, block by block, without its menu', async () => {
    const read = await readFile(
      'article.html',
      `<!DOCTYPE html><html><head><title>No</title><style>p { color: red }</style>
      <script>document.write('never')</script></head><body>
      <nav><a href="/">Home</a> <a href="/b">Blog</a></nav>
      <h1>Prices &amp; <em>plans</em></h1>
      <p>It costs&nbsp;5&nbsp;&euro;,
         <a href="https://example.com">as said</a>.<br>Second line</p>
      <div>Loose text<p>and a paragraph</p>and more</div>
      <!-- a comment --><p hidden>unseen</p><p style="display:none">unseen <b>too</b><br></p>
      <pre>kept   as
  it is</pre><noscript>no</noscript><img src="https://example.com/x.png" alt="x">
      &#x1F469;&#x200D;&#x1F680; caf&eacute;</body></html>`,
    )
    assert.equal(read.kind, 'document')
    assert.equal(read.mimeType, 'text/html')
    assert.deepEqual(parts(read, 'label'), [
      ['heading', 'Prices & plans', 'Prices & plans'],
      ['paragraph', null, 'It costs\u00a05\u00a0€, as said.\nSecond line'],
      ['paragraph', null, 'Loose text'],
      ['paragraph', null, 'and a paragraph'],
      ['paragraph', null, 'and more'],
      ['paragraph', null, 'kept   as\n  it is'],
      ['paragraph', null, '👩‍🚀 café'],
    ])
  })

  test('keeps lists and tables readable', async () => {
    const { text } = await readFile(
      'a.htm',
      `<ul><li>one<li><p>two</p><ol start="3"><li>three</ol></ul>after
      <table><thead><tr><th>Plan</th><th>Price</th></tr></thead>
      <tr><td>Basic</td><td><p>5 €</p><p>a month</p></td></tr><tr><td></td><td>alone</td></tr></table>end`,
    )
    assert.equal(text, '- one\n- two\n3. three\n\nafter\n\nPlan | Price\nBasic | 5 € a month\n\nalone\n\nend')
  })

  test('with a table layout, such as a newsletter, is read in order', async () => {
    const { text } = await readFile(
      'news.html',
      `<table><tr><td>Top</td><td><table><tr><td><h2>News</h2><p>First.</p></td></tr><tr><td>Second.</td></tr></table></td>
      <td>Side</td></tr></table>`,
    )
    assert.equal(text, 'Top\n\nNews\n\nFirst.\n\nSecond.\n\nSide')
  })

  test('is read in the encoding that it declares', async () => {
    const page = (charset: string, text: string) => `<html><head><meta ${charset}></head><p>${text}</p>`
    const japanese = '値段が高い'
    assert.equal(
      (await readFile('a.html', encode(page('charset=Shift_JIS', japanese), 'shift_jis'))).text,
      japanese,
    )
    const content = 'http-equiv="Content-Type" content="text/html; charset=iso-8859-5"'
    assert.equal((await readFile('a.html', encode(page(content, 'Цена'), 'iso-8859-5'))).text, 'Цена')
    assert.equal((await readFile('a.html', page('charset=windows-1252', 'Größe 値'))).text, 'Größe 値')
  })

  test('that is broken is read as far as possible', async () => {
    const { text } = await readFile('a.html', '<p>one<table><td>two</p></div><b>three<tr><td>four &am')
    assert.equal(text.replace(/\s+/g, ' '), 'one two three four &am')
  })

  test('with nothing to read has no text', async () => {
    await assertFails(readFile('a.html', '<html><script>app()</script><div id=root></div>'), 'no_text')
  })
})
