import assert from 'node:assert/strict'
import { testInFull } from '../../scripts/test/full.ts'
import { ExtractionError } from './extracted.ts'
import { read } from './read.ts'
import { file, limits } from './testing/files.ts'

/** What a text consists of, over and over: what patterns for words, marks, times, addresses and tags begin with. */
const pieces = [
  ...'x Aa 語 👩‍👩‍👧‍👦 e\u0301 \u0301 aaaaaa- a. a@ a: 1: 00:00:01.000 https:// ©(c)'.split(' '),
  ...`. ... ! - _ = # ~~~\r \` ( ) [ { } " ' | , \\ < <v. <0: <b> <!-- & &amp`.split(' '),
  ...['\r', '\t', '\n', ' ', '\u00a0', 'x\t', '\t\n', '# ', '> ', '* ', '```\n', '<v\t', '<p ', '12:30 '],
  ...['From a ', 'a to ', 'x<b>y</b> ', `${'a'.repeat(40)}. `],
]
/** Names of files, and how they begin. */
const beginnings = [
  ['a.txt', ''],
  ['a.txt', 'Attendees: Ada'],
  ['a.md', ''],
  ['a.html', '<!doctype html><body><p>'],
  [
    'a.html',
    `<!doctype html><body><article>${'<p>Some words of an article that has enough of them.</p>'.repeat(40)}<p>(c)`,
  ],
  ['a.vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\n'],
  ['a.csv', 'name,text\nAda,'],
  ['a.eml', 'From: ada@example.com\n\n'],
] as const
const [shortChars, times] = [5_000, 8]

for (const [name, beginning] of beginnings)
  testInFull(
    `${name} with “${beginning.slice(0, 40)}”, ${times} times as long, takes not much more than ${times} times as long, whatever is in it`,
    async () => {
      const slow: string[] = []
      for (const piece of pieces) {
        const cpuMsOf = async (chars: number) => {
          const text = beginning + piece.repeat(chars / piece.length)
          const before = process.threadCpuUsage()
          await read(file(name, `${text}x\nSome words. And others, too.`), limits).catch((error) => {
            if (!(error instanceof ExtractionError)) throw error
          })
          const { user, system } = process.threadCpuUsage(before)
          return (user + system) / 1000
        }
        const short = await cpuMsOf(shortChars)
        const isSlow = (long: number) => long > 3 * times * short + 50
        // The second time, because memory may be collected or code be compiled in the first.
        const long = await cpuMsOf(shortChars * times)
        if (isSlow(long) && isSlow(await cpuMsOf(shortChars * times)))
          slow.push(`${JSON.stringify(piece)}: ${short} ms, then ${long} ms`)
      }
      assert.deepEqual(slow, [])
    },
  )
