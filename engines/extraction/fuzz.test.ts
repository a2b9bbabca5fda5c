import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { strFromU8, unzipSync, zipSync } from 'fflate'
import { cases } from '../../scripts/test/full.ts'
import { ExtractionError, type Foreign } from './extracted.ts'
import { read } from './read.ts'
import { docx, footnoteMark, p, table } from './testing/docx.ts'
import { file, limits } from './testing/files.ts'
import { assertHolds } from './testing/holds.ts'
import { odf } from './testing/odf.ts'
import { annotatedPdf, pdf } from './testing/pdf.ts'
import { pptx, shape, slideTable } from './testing/pptx.ts'
import { row, xlsx } from './testing/xlsx.ts'

/** Fixed, so that what passes here passes everywhere; changed by hand to look further. */
const seed = 4
const numRuns = cases(60)

const samples: Record<string, Uint8Array> = {
  'a.txt': Buffer.from('First 👩‍🚀 line\r\nsecond\r\n\r\nÜber alles e\u0301\n\n\tשלום'),
  'b.txt': Buffer.from(
    'Call\n\n[00:00:01] Ada: Hi 👩‍🚀\r\nmore\n[00:00:04] Bob (x): Yo\n[00:00:09] Ada: 1:2\n\nBob (x)  00:12\nEnd',
  ),
  'c.txt': Buffer.from(
    '\u200e[31.12.23, 21:41:03] Ada: Hi\n12/31/23, 9:41\u202fPM - ~ Bob: a: b\n٣١/١٢/٢٣, ٩:٤١ م - س: ش',
  ),
  'b.json': Buffer.from(
    '{"title":"x","sentences":[{"speaker_name":"A","text":"Hi","start_time":0.5},{"speaker_name":"B","text":"Yo","start_time":2}]}',
  ),
  'a.md': Buffer.from('---\na: b\n---\n# One\n\ntext\n\nTwo\n---\n\n```\n# no\n```\n- list'),
  'a.html': Buffer.from(
    '<!doctype html><meta charset=utf-8><h1>A &amp; b</h1><table><tr><td>1<td><table><tr><td>2</table></table><ul><li>x</ul><pre> y\n\n z</pre>',
  ),
  'a.pdf': pdf(['One page of words. '.repeat(20), 'Another']),
  'b.pdf': annotatedPdf(
    [{ at: [10, 300], text: 'Form' }],
    [
      '/Subtype /Widget /Rect [1 1 90 30] /FT /Tx /T (a) /V (b)',
      '/Subtype /Text /Rect [1 1 9 9] /T (Eve) /Contents (x)',
    ],
  ),
  'a.docx': docx(
    [p('Title', { style: 'Heading1' }), p('x', { list: 1 }), table([['a', 'b']]), p(footnoteMark)].join(''),
    'note',
  ),
  'a.xlsx': xlsx({
    strings: ['<t>One &amp; 😀</t>'],
    formats: ['dd.mm.yyyy'],
    sheets: [
      { name: 'A', rows: row(1, 'n', 'd') + row(2, '<c t="s"><v>0</v></c>', '<c s="1"><v>45000</v></c>') },
      { name: 'B', rows: row(1, 'n') + row(2, 1) + row(3, 2), merged: ['A2:A3'] },
      {
        name: 'C',
        rows: row(1, 1),
        notes: '<comment authorId="0"><text><r><t>Eve: x</t></r></text></comment>',
        threads: '<threadedComment personId="{A}"><text>y</text></threadedComment>',
      },
    ],
    noteAuthors: ['Eve'],
    people: { '{A}': 'Ada' },
  }),
  'a.pptx': pptx(
    [
      {
        shapes: shape(['Title'], 'title') + slideTable([['a', 'b']]),
        notes: 'Say',
        chart: '<c:strCache><c:pt><c:v>x</c:v></c:pt></c:strCache>',
        comments: [
          '<p:cm authorId="0"><p:text>y</p:text></p:cm>',
          '<p188:cm authorId="{A}"><p188:reply><a:t>z</a:t></p188:reply></p188:cm>',
        ],
      },
    ],
    { 0: 'Eve', '{A}': 'Ada' },
  ),
  'a.odt': odf('text', {
    body: '<text:h>T</text:h><text:list text:style-name="L2"><text:list-item><text:p>x<text:note><text:note-body><text:p>n</text:p></text:note-body></text:note></text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row></table:table>',
  }),
  'a.odp': odf('presentation', {
    body: '<draw:page><draw:text-box><text:p>x</text:p></draw:text-box><presentation:notes><text:p>y</text:p></presentation:notes></draw:page>',
  }),
  'a.ods': odf('spreadsheet', {
    body: '<table:table table:name="A"><table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="2"><office:annotation><dc:creator>E</dc:creator><text:p>y</text:p></office:annotation><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
  }),
  'a.rtf': Buffer.from(
    "{\\rtf1\\ansi{\\fonttbl{\\f1\\fcharset128 M;}}{\\stylesheet{\\s1 heading 1;}}\\s1 T\\par\\pard{\\f1 \\'93\\'fa}\\u8364?{\\footnote n}\\trowd\\intbl a\\cell b\\cell\\row\\pard{\\*\\annotation c}\\bin2 }}z}",
  ),
  'a.csv': Buffer.from('\ufeffName;Text\r\nAda;"one; ""two""\r\nthree"\r\nBob;four\r\n'),
  'a.json': Buffer.from('{"n":[1,2.5],"rows":[{"a":"\\ud83d\\ude00","b":{"c":null}},{"a":"x"}]}'),
  'a.vtt': Buffer.from(
    'WEBVTT\n\nNOTE x\n\n1\n00:00:01.000 --> 00:00:02.000\n<v A&#0;d&#xD800;a>Hi &lt;</v>\n\n00:02.000 --> 00:03.000\nBob: Yo\n',
  ),
  'a.srt': Buffer.from(
    '1\r\n00:00:01,000 --> 00:00:02,000\r\n- A\r\n- B\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nC\r\n',
  ),
  'a.eml': Buffer.from(
    'From: =?utf-8?Q?Ad=C3=A4?= <a@example.com>\r\nSubject: s\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>=C3=A4</p>\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: b@example.com\r\n\r\ninner\r\n--b\r\nContent-Type: image/png; name=x.png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--b--\r\n',
  ),
}
const names = Object.keys(samples)

async function assertReadOrRefused(one: Foreign): Promise<void> {
  try {
    assertHolds(await read(one, limits))
  } catch (error) {
    assert.ok(error instanceof ExtractionError, error as Error)
    assert.match(error.message, /^[A-Z].*\.$/s)
  }
}

type Damage = (bytes: Uint8Array) => Uint8Array

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const place = (bytes: Uint8Array, at: number) => Math.floor(at * bytes.length)
const damages: fc.Arbitrary<Damage> = fc.oneof(
  share.map(
    (at): Damage =>
      (bytes) =>
        bytes.slice(0, place(bytes, at)),
  ),
  share.map(
    (at): Damage =>
      (bytes) =>
        bytes.slice(place(bytes, at)),
  ),
  fc.array(fc.tuple(share, fc.nat(7)), { minLength: 1, maxLength: 20 }).map(
    (flips): Damage =>
      (bytes) => {
        const damaged = Uint8Array.from(bytes)
        for (const [at, bit] of flips) damaged[place(bytes, at)]! ^= 1 << bit
        return damaged
      },
  ),
  fc.tuple(share, fc.uint8Array({ maxLength: 50 })).map(
    ([at, inserted]): Damage =>
      (bytes) => {
        const middle = place(bytes, at)
        return Uint8Array.from([...bytes.subarray(0, middle), ...inserted, ...bytes.subarray(middle)])
      },
  ),
  fc.tuple(share, share).map(
    ([from, to]): Damage =>
      (bytes) => {
        const piece = bytes.subarray(place(bytes, Math.min(from, to)), place(bytes, Math.max(from, to)))
        return Uint8Array.from([...bytes, ...piece, ...bytes])
      },
  ),
)

describe('a damaged file is read as far as possible, or rejected with a reason', () => {
  for (const name of names) {
    test(name, async () => {
      await assertReadOrRefused(file(name, samples[name]!))
      await fc.assert(
        fc.asyncProperty(damages, (damage) => assertReadOrRefused(file(name, damage(samples[name]!)))),
        { seed, numRuns },
      )
    })
  }
})

test('and so is an office file with a damaged part', async () => {
  const packages = names.filter((name) => strFromU8(samples[name]!.subarray(0, 2)) === 'PK')
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...packages), share, damages, (name, which, damage) => {
      const parts = unzipSync(samples[name]!)
      const part = Object.keys(parts)[Math.floor(which * Object.keys(parts).length)]!
      return assertReadOrRefused(
        file(name, zipSync({ ...parts, [part]: damage(parts[part]!) }, { level: 0 })),
      )
    }),
    { seed, numRuns: numRuns * 4 },
  )
})

test('and so is any sequence of bytes under any name', async () => {
  const anyName = fc.constantFrom(...names, 'a', 'a.xyz')
  await fc.assert(
    fc.asyncProperty(anyName, fc.uint8Array({ maxLength: 400 }), (name, bytes) =>
      assertReadOrRefused(file(name, bytes)),
    ),
    { seed, numRuns: numRuns * 4 },
  )
})

describe('for any text', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        '\n',
        '\r\n',
        '\r',
        ' ',
        '\t',
        '\u00a0',
        '#',
        '---',
        '"',
        ',',
        ';',
        ':',
        '<p>',
        '-->',
        '\0',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
      fc.constantFrom('👩‍👩‍👧‍👦', 'e\u0301', 'שלום', '👍🏽'),
    ),
    maxLength: 200,
  })

  test('txt and md keep it, and its segments hold', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('a.txt', 'a.md'), async (written, name) => {
        // Many U+0000 are another encoding, or no text.
        fc.pre(/[^\s\0\ufeff]/u.test(written) && written.split('\0').length <= 3)
        const bytes = Buffer.from(written)
        const extracted = await read(file(name, bytes), limits)
        assertHolds(extracted)
        assert.equal(
          extracted.text,
          bytes
            .toString()
            .replace(/^\ufeff/, '')
            .replaceAll('\0', ''),
        )
      }),
      { seed, numRuns: numRuns * 5 },
    )
  })

  test('nothing in a table is lost', async () => {
    const cell = text.map((one) => one.replaceAll('\0', '')).filter((one) => /[\p{L}\p{N}]/u.test(one))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 10 }), async (rows) => {
        const quoted = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
        const csv = await read(file('a.csv', `first,second\n${quoted.join('\n')}\n`), limits)
        const json = await read(
          file('a.json', JSON.stringify(rows.map(([first, second]) => ({ first, second })))),
          limits,
        )
        const xml = (one: string) => one.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
        const written = [['first', 'second'], ...rows.map((cells) => cells.map(xml))]
        const xlsxRows = written.map((cells, n) => row(n + 1, ...cells)).join('')
        const excel = await read(file('a.xlsx', xlsx({ sheets: [{ name: 'A', rows: xlsxRows }] })), limits)
        const odsRows = written.map(
          (cells) =>
            `<table:table-row>${cells.map((one) => `<table:table-cell><text:p>${one}</text:p></table:table-cell>`).join('')}</table:table-row>`,
        )
        const body = `<table:table table:name="A">${odsRows.join('')}</table:table>`
        const ods = await read(file('a.ods', odf('spreadsheet', { body })), limits)
        for (const extracted of [csv, json, excel, ods]) {
          assertHolds(extracted)
          assert.equal(extracted.segments.length, rows.length)
          for (const one of rows.flat()) assert.ok(extracted.text.includes(one.trim()), JSON.stringify(one))
        }
      }),
      { seed, numRuns },
    )
  })
})
