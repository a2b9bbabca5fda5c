import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cases } from '../../../scripts/test/full.ts'
import type { Extracted } from '../extracted.ts'
import { assertFails, parts, readFile } from '../testing/files.ts'

describe('captions are turns with their speakers and times', () => {
  test('as Zoom writes them', async () => {
    const read = await readFile(
      'GMT20240501_Recording.transcript.vtt',
      [
        'WEBVTT',
        '',
        '1',
        '00:00:01.120 --> 00:00:03.500',
        'Ada Lovelace: Good morning, everyone.',
        '',
        '2',
        '00:00:03.500 --> 00:00:06.000',
        'Ada Lovelace: There is one thing: the price',
        '',
        '3',
        '00:00:06.200 --> 00:00:07.000',
        'Ada Lovelace: is too high.',
        '',
        '4',
        '01:00:07.000 --> 01:00:08.250',
        'Bob: Yes 👍🏽',
        '',
      ].join('\r\n'),
    )
    assert.equal(read.kind, 'transcript')
    assert.equal(read.mimeType, 'text/vtt')
    assert.deepEqual(parts(read, 'speaker', 'startMs', 'endMs'), [
      [
        'turn',
        'Ada Lovelace',
        1_120,
        7_000,
        'Good morning, everyone. There is one thing: the price is too high.',
      ],
      ['turn', 'Bob', 3_607_000, 3_608_250, 'Yes 👍🏽'],
    ])
    assert.equal(read.text, 'Good morning, everyone. There is one thing: the price is too high.\nYes 👍🏽')
  })

  test('as Teams writes them', async () => {
    const read = await readFile(
      'meeting.vtt',
      `\ufeffWEBVTT

NOTE language:en-us

3f2a-7b/12-0
00:00:05.000 --> 00:00:06.500
<v Ada Lovelace>Tom &amp; I think it&#39;s &lt;fine&gt;,</v>

3f2a-7b/12-1
00:00:06.500 --> 00:00:08.000
<v Ada Lovelace>mostly.</v>

3f2a-7b/13-0
00:00:09.000 --> 00:00:10.000
<v.loud Bob (Guest)>Is it?</v>
`,
    )
    assert.deepEqual(parts(read, 'speaker', 'startMs', 'endMs'), [
      ['turn', 'Ada Lovelace', 5_000, 8_000, "Tom & I think it's <fine>, mostly."],
      ['turn', 'Bob (Guest)', 9_000, 10_000, 'Is it?'],
    ])
  })

  test('as YouTube writes them, each line once', async () => {
    const read = await readFile(
      'talk.en.vtt',
      `WEBVTT
Kind: captions
Language: en

00:00:00.160 --> 00:00:02.310 align:start position:0%
 
so<00:00:00.400><c> today</c><00:00:00.640><c> we</c>

00:00:02.310 --> 00:00:02.320 align:start position:0%
so today we
 

00:00:02.320 --> 00:00:04.070 align:start position:0%
so today we
talk<00:00:02.720><c> about</c><00:00:03.040><c> prices</c>

00:00:04.070 --> 00:00:04.080 align:start position:0%
talk about prices
 
`,
    )
    assert.deepEqual(parts(read, 'speaker', 'startMs', 'endMs'), [
      ['turn', null, 160, 4_070, 'so today we talk about prices'],
    ])
  })

  test('as subtitles have them: dashes, markup, names in capitals', async () => {
    const read = await readFile(
      'film.srt',
      '1\r\n00:00:01,000 --> 00:00:02,000\r\n- Yes?\r\n- <i>No.</i>\r\n\r\n2\r\n00:00:09,5 --> 00:00:10,000\r\n>> ADA: {\\an8}Well,\r\nperhaps.\r\n3\r\n00:00:20,000 --> 00:00:21,000\r\nAt 12:30 then.',
    )
    assert.equal(read.mimeType, 'application/x-subrip')
    assert.deepEqual(parts(read, 'speaker', 'startMs'), [
      ['turn', null, 1_000, 'Yes?'],
      ['turn', null, 1_000, 'No.'],
      ['turn', 'ADA', 9_500, 'Well, perhaps.'],
      ['turn', null, 20_000, 'At 12:30 then.'],
    ])
  })

  test('in a script without spaces, and from right to left', async () => {
    const read = await readFile(
      'a.vtt',
      'WEBVTT\n\n00:01.000 --> 00:02.000\n値段が\n\n00:02.000 --> 00:03.000\n高い。\n\n00:10.000 --> 00:11.000\n<v דנה>המחיר גבוה</v>\n',
    )
    assert.deepEqual(parts(read, 'speaker'), [
      ['turn', null, '値段が高い。'],
      ['turn', 'דנה', 'המחיר גבוה'],
    ])
  })

  test('whatever characters a name is written in, and at whatever time', async () => {
    const read = await readFile(
      'a.vtt',
      'WEBVTT\n\n596:31:23.647 --> 596:31:23.648\n<v &#0;Ada&#xD800;>Late.\n\n9999:59:00.000 --> 9999:59:01.000\n<v &#0;>Later.\n',
    )
    assert.deepEqual(parts(read, 'speaker', 'startMs', 'endMs'), [
      ['turn', 'Ada\ufffd', 2 ** 31 - 1, null, 'Late.'],
      ['turn', null, null, null, 'Later.'],
    ])
  })

  test('and no turn lasts longer than two minutes, or half a minute without a speaker', async () => {
    const lasting = async (voice: string) => {
      const cues = Array.from({ length: 400 }, (_, second) => {
        const time = (at: number) =>
          `00:${String((at / 60) | 0).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}.000`
        return `${time(second)} --> ${time(second + 1)}\n${voice}on\n`
      })
      const { segments } = await readFile('a.vtt', `WEBVTT\n\n${cues.join('\n')}`)
      assert.equal(segments.at(-1)!.endMs, 400_000)
      return segments.map(({ startMs, endMs }) => endMs! - startMs!)
    }
    const named = await lasting('<v Ada>')
    assert.equal(named.length, 4)
    assert.equal(Math.max(...named), 120_000)
    assert.equal(Math.max(...(await lasting(''))), 30_000)
  })
})

describe('no word of captions is lost', () => {
  const wordsOf = (text: string) => (text.match(/\p{L}+/gu) ?? []).join(' ')
  const read = async (name: string, ...lines: string[]) => {
    const { text, segments } = await readFile(name, lines.join('\n'))
    return { words: wordsOf(text), parts: parts({ text, segments } as Extracted, 'speaker', 'startMs') }
  }

  test('below white space, an empty line, or without a time', async () => {
    const { parts } = await read(
      'a.vtt',
      ...['WEBVTT - Our call', 'Kind: captions', '', 'Before we began', ''],
      ...['a-1', '00:01.000 --> 00:02.000', '<v Ada>It costs', ' \t', 'too much</v>', '', 'laughter', ''],
      ...['00:05.000 --> 00:06.000', '', 'So what', '', 'now'],
    )
    assert.deepEqual(parts, [
      ['turn', null, null, 'Our call'],
      ['turn', null, null, 'Before we began'],
      ['turn', 'Ada', 1_000, 'It costs too much'],
      ['turn', null, null, 'laughter'],
      ['turn', null, 5_000, 'So what'],
      ['turn', null, null, 'now'],
    ])
    const srt = ['1', '00:00:01,000 --> 00:00:02,000', 'In the year', '', '2024', '', 'it rose', '', '2']
    assert.deepEqual((await read('a.srt', ...srt, '00:00:09,000 --> 00:00:10,000', 'Yes')).parts, [
      ['turn', null, 1_000, 'In the year 2024 it rose'],
      ['turn', null, 9_000, 'Yes'],
    ])
  })

  test('except those of comments, styles and regions', async () => {
    const { words } = await read(
      'a.vtt',
      ...[
        'WEBVTT',
        '',
        'STYLE',
        '::cue { color: red }',
        '',
        'REGION',
        'id:fred',
        '',
        'NOTE',
        'not',
        ' ',
        'this',
      ],
      ...['', 'NOTE nor this', '', '00:01.000 --> 00:02.000 align:start line:0', 'NOTE this', 'STYLE', ''],
      ...['NOTES of the call'],
    )
    assert.equal(words, 'NOTE this STYLE NOTES of the call')
  })

  test('whatever the times look like, and next to them', async () => {
    const { parts } = await read(
      'a.srt',
      ...[
        '0:0:1 --> 0:0:2',
        'one',
        '00:00:13.123456-->00:00:14,5 Ada: two',
        '',
        '00:00:25:12 -> 00:00:26:00',
      ],
      ...[
        'three',
        '',
        '00 : 00 : 37 , 250 –> 00:00:38,000 X1:40 Y1:3',
        'four',
        '',
        '00:00:x9 -->',
        'five',
        '',
      ],
      ...['00:00:11,0x --> 00:00', ' --> 00:00:12,000', 'six'],
    )
    assert.deepEqual(parts, [
      ['turn', null, 1_000, 'one'],
      ['turn', null, 13_123, 'Ada: two'],
      ['turn', null, 25_000, 'three'],
      ['turn', null, 37_250, 'four 00:00:x9 --> five 00:00:11,0x --> 00:00'],
      ['turn', null, null, 'six'],
    ])
  })

  test('if it repeats the caption before, or is a number', async () => {
    const times = (second: number) => `00:0${second}.000 --> 00:0${second}.900`
    const timed = 'so<00:00:01.400><c> today</c>'
    const rolling = ['WEBVTT', '', times(1), timed, '', times(2), 'so today', '', times(3), 'so today', 'No.']
    const { words } = await read('a.vtt', ...rolling, '', times(4), 'No.', '')
    assert.equal(words, 'so today No No')
    const counting = ['3', '2', '1', 'zero'].flatMap((word, n) => [times(n + 1), word, ''])
    assert.deepEqual((await read('a.vtt', 'WEBVTT', '', ...counting)).parts, [
      ['turn', null, 1_000, '3 2 1 zero'],
    ])
  })

  test('in any order of blocks', async () => {
    const block = fc.constantFrom(
      ...[
        '00:01.000 --> 00:02.000',
        '00:01:02,5 --> 00:01:03',
        '7',
        'a-1',
        'NOTE no',
        '',
        ' ',
        '<v Eve>hm</v> so',
      ],
      ...['Ada: well then', '- Yes - no', '>> BOB: right', '{\\an8}<i>and</i> so', 'over there.'],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(block, { maxLength: 12 }), fc.boolean(), async (lines, isVtt) => {
        const all = isVtt ? ['WEBVTT', '', ...lines, 'end of it'] : ['0:00 --> 0:01', ...lines, 'end of it']
        fc.pre(!isVtt || !lines.includes('NOTE no'))
        const { text, segments } = await readFile(isVtt ? 'a.vtt' : 'a.srt', all.join('\n'))
        const names = new Set(segments.map(({ speaker }) => speaker))
        const said = lines.map((line) => line.replace(/<v Eve>|<[^>]*>|\{[^}]*\}|^a-1$|^-->$/g, ''))
        for (const word of said.join(' ').match(/\p{L}+/gu) ?? []) {
          const count = (where: string) => where.match(new RegExp(`\\b${word}\\b`, 'g'))?.length ?? 0
          assert.ok(names.has(word) || count(text) >= count(said.join(' ')), `${word} in ${all.join('|')}`)
        }
      }),
      { seed: 5, numRuns: cases(400) },
    )
  })
})

describe('words before a colon', () => {
  const captions = (...lines: string[]) =>
    `WEBVTT\n\n${lines.map((line, n) => `00:0${n}.000 --> 00:0${n}.900\n${line}\n`).join('\n')}`

  test('that occur once stay in the text', async () => {
    const read = await readFile(
      'a.vtt',
      captions('What would you change?', 'Pricing: way too high for our team.', 'Der Preis: viel zu hoch.'),
    )
    assert.deepEqual(parts(read, 'speaker'), [
      ['turn', null, 'What would you change? Pricing: way too high for our team. Der Preis: viel zu hoch.'],
    ])
  })

  test('stay in the text although all captions have speakers', async () => {
    const { text } = await readFile(
      'a.vtt',
      captions('Ada: One.', 'Bob: Two.', 'Ada: Three.', 'Bob: Four:', 'Pricing: way too high.', 'Note: Yes.'),
    )
    assert.match(text, /Pricing: way too high\..*Note: Yes\./s)
  })

  test('are a speaker if they recur, or if all captions have one', async () => {
    const ada = 'Dr. Maria-Luisa Fernández de la Cruz (Acme GmbH)'
    const read = await readFile(
      'a.vtt',
      captions(`${ada}: One: two.`, 'Bob: Three.', `${ada}: Four.`, 'Speaker 3: five.'),
    )
    assert.deepEqual(parts(read, 'speaker'), [
      ['turn', ada, 'One: two.'],
      ['turn', 'Bob', 'Three.'],
      ['turn', ada, 'Four.'],
      ['turn', 'Speaker 3', 'five.'],
    ])
  })
})

test('empty captions have no text', async () => {
  await assertFails(readFile('a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n\n'), 'no_text')
  await assertFails(readFile('a.vtt', 'WEBVTT\n'), 'no_text')
})

test('a text named as captions is rejected', async () => {
  await assertFails(readFile('a.srt', 'Dear Ada,\n\nthank you.'), 'format_mismatch')
})
