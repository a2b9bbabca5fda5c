import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reader } from '#database'
import { testSecrets } from '#testing'
import { formatTime, named } from './email.ts'
import { render } from './job.ts'

const context = {
  reader: {} as Reader,
  organisation: 'Eyrie & Sons',
  timeZone: 'UTC',
  baseUrl: 'https://aerie.test',
  secrets: testSecrets,
}

test('a name stays on one line, of bounded length, and cannot turn the sentence around it', () => {
  const names: [given: string, written: string][] = [
    ['Grace Hopper', 'Grace Hopper'],
    ['Grace\r\nBcc: everyone@elsewhere.test', 'Grace Bcc: everyone@elsewhere.test'],
    ['Grace\u0085\u2028\u0007Hopper', 'Grace Hopper'],
    ['Grace\u202eHopper\u2066', 'GraceHopper'],
    ['x'.repeat(300), `${'x'.repeat(99)}…`],
    ['🦅'.repeat(101), `${'🦅'.repeat(99)}…`],
    ['גרייס הופר', '\u2068גרייס הופר\u2069'],
    ['غريس\u200cهوبر', '\u2068غريس\u200cهوبر\u2069'],
  ]
  for (const [given, written] of names) assert.equal(named(given), written)
})

test('a time is formatted in the organisation’s time zone', () => {
  assert.equal(formatTime('2026-11-28T14:05:00.000Z', 'Europe/Berlin'), '28 November 2026 at 15:05 CET')
})

test('text and HTML have the same content, load nothing and escape markup', () => {
  const email = {
    to: 'grace@aerie.test',
    subject: 'Invitation to <Eyrie>',
    body: ['<b>Grace</b> & co', { text: 'Accept', url: 'https://aerie.test/a?b="c' }, ['one', '<two>']],
  }
  const { text, html } = render(email, context)
  assert.equal(
    text,
    '<b>Grace</b> & co\n\nAccept:\nhttps://aerie.test/a?b="c\n\n- one\n- <two>\n\n-- \nEyrie & Sons · https://aerie.test',
  )
  assert.match(html, /<title>Invitation to &lt;Eyrie&gt;<\/title>/)
  assert.match(html, /<p>&lt;b&gt;Grace&lt;\/b&gt; &amp; co<\/p>/)
  assert.match(html, /<a href="https:\/\/aerie\.test\/a\?b=&quot;c">Accept<\/a>/)
  assert.match(html, /<ul><li>one<\/li><li>&lt;two&gt;<\/li><\/ul>/)
  assert.doesNotMatch(html, /<(img|link|script|iframe)|url\(/)
})
