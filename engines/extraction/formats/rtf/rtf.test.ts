import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFails, parts, readFile } from '../../testing/files.ts'

const rtf = (body: string, head = '') =>
  readFile(
    'a.rtf',
    Buffer.from(
      `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fswiss\\fcharset0 Arial;}{\\f1\\fcharset204 Arial Cyr;}{\\f2\\fcharset128 MS Mincho;}}{\\colortbl;\\red0;}{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0\\b heading 1;}}{\\info{\\title Secret}}${head}${body}}`,
      'latin1',
    ),
  )

describe('a document in Rich Text Format', () => {
  /** The same letter of a script: its code page, the character set of its fonts, and its bytes. */
  const letters: [page: number, charset: number | null, bytes: string, letter: string][] = [
    [866, null, '80', 'А'],
    [874, 222, 'a1', 'ก'],
    [932, 128, '82a0', 'あ'],
    [936, 134, 'c4e3', '你'],
    [949, 129, 'b0a1', '가'],
    [950, 136, 'a741', '你'],
    [1250, 238, 'b3', 'ł'],
    [1251, 204, 'c0', 'А'],
    [1253, 161, 'c1', 'Α'],
    [1254, 162, 'fe', 'ş'],
    [1255, 177, 'e0', 'א'],
    [1256, 178, 'c7', 'ا'],
    [1257, 186, 'e0', 'ą'],
    [1258, 163, 'd0', 'Đ'],
    [10000, 77, '8a', 'ä'],
    [65001, null, 'c3a4', 'ä'],
  ]
  for (const [page, charset, bytes, letter] of letters)
    test(`is read in code page ${page}, and in fonts of character set ${charset}`, async () => {
      const written = bytes.replace(/../g, "\\'$&")
      const ofDocument = `{\\rtf1\\ansi\\ansicpg${page}\\deff0{\\fonttbl{\\f0 Arial;}}Letter ${written}}`
      assert.equal((await readFile('a.rtf', ofDocument)).text, `Letter ${letter}`)
      if (charset === null) return
      const ofFont = `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset${charset} Arial;}}Letter {\\f1 ${written}}}`
      assert.equal((await readFile('a.rtf', ofFont)).text, `Letter ${letter}`)
    })

  test('has headings, paragraphs, lists and characters of any kind', async () => {
    const read = await rtf(
      [
        "\\pard\\s1 Interview with Zo\\'eb\\par",
        "\\pard It is\\~too {\\b dear}\\emdash 5\\u8364\\'80, \\u-10179?\\u-8704?.\\line Second {\\v hidden }line\\par",
        "{\\f1 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2} {\\f2 \\'93\\'fa\\'96\\'7b}\\par",
        "\\uc2\\u1055??\\u1088\\'e0\\'e1\\uc0\\u1080 \\{braces\\}\\par",
        "{\\listtext\\f3\\'b7\\tab}apples\\par{\\listtext 2.\\tab}pears",
      ].join('\r\n'),
    )
    assert.equal(read.kind, 'document')
    assert.deepEqual(parts(read), [
      ['heading', 'Interview with Zoë'],
      ['paragraph', 'It is\u00a0too dear—5€, 😀.\nSecond line'],
      ['paragraph', 'Привет 日本'],
      ['paragraph', 'При{braces}'],
      ['paragraph', '- apples'],
      ['paragraph', '2. pears'],
    ])
  })

  test('has tables, also those without the mark of their paragraphs', async () => {
    const read = await rtf(
      '\\pard Before\\par\\trowd\\cellx1\\cellx2\\pard\\intbl Question\\cell Answer\\cell\\row\\trowd Price?\\cell Too high\\par Really\\cell\\row\\pard After\\par',
    )
    assert.deepEqual(parts(read), [
      ['paragraph', 'Before'],
      ['paragraph', 'Question | Answer'],
      ['paragraph', 'Price? | Too high Really'],
      ['paragraph', 'After'],
    ])
  })

  test('has notes, comments and text boxes, but no deleted words, pictures, fields or headers', async () => {
    const read = await rtf(
      [
        '{\\header Page header}',
        'Too dear{\\super\\chftn{\\footnote\\pard {\\super\\chftn} In euros.}} for us{\\*\\atnid EV}{\\*\\atnauthor Eve}\\chatn{\\*\\annotation{\\*\\atndate 1}\\pard Really?\\par Ask.}{\\deleted gone}. ',
        '{\\pict\\pngblip 89504e47}{\\*\\shppict{\\pict ff}}{\\object{\\*\\objdata 0105}{\\result shown}} ',
        '{\\field{\\*\\fldinst{HYPERLINK "https://a.example"}}{\\fldrslt a link}} ',
        '{\\shp{\\*\\shpinst\\shpleft1{\\sp{\\sn name}{\\sv value}}{\\shptxt \\pard In a box\\par}}{\\shprslt old}}',
        '{\\upr{ansi}{\\*\\ud{uni}}} \\bin4 }}{{end{\\*\\unknown words}\\par',
      ].join(''),
    )
    assert.deepEqual(parts(read, 'speaker'), [
      ['paragraph', null, 'Too dear[1] for us. shown a link uni end'],
      ['paragraph', null, 'In a box'],
      ['paragraph', null, '1. In euros.'],
      ['paragraph', 'Eve', 'Really?\nAsk.'],
    ])
  })

  test('is read without control words that Aerie does not know, also with names that every object has', async () => {
    const read = await rtf('\\pard Too\\unheard \\constructor  dear{\\toString  again}\\par')
    assert.deepEqual(parts(read), [['paragraph', 'Too dear again']])
  })

  test('is recognized by its content', async () => {
    assert.equal((await readFile('letter.doc', '{\\rtf1 Dear Ada}')).mimeType, 'application/rtf')
    await assertFails(readFile('a.rtf', 'Dear Ada'), 'format_mismatch', /Rich Text/)
  })

  test('that is cut off is read as far as possible', async () => {
    assert.equal((await readFile('a.rtf', '{\\rtf1{\\b Dear {\\i Ada')).text, 'Dear Ada')
    await assertFails(readFile('a.rtf', `{\\rtf1${'{'.repeat(20_000)}`), 'unreadable', /deep/)
  })
})
