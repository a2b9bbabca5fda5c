import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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
