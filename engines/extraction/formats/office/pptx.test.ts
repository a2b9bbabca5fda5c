import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFails, parts, readFile } from '../../testing/files.ts'
import { pptx, shape, slideTable } from '../../testing/pptx.ts'

test('a presentation has its slides in order, with notes and tables', async () => {
  const read = await readFile(
    'talk.pptx',
    pptx([
      {
        shapes:
          shape(['Research &amp; findings 😀'], 'ctrTitle') +
          shape([
            '<a:r><a:t>Too </a:t></a:r><a:r><a:t>dear</a:t></a:r><a:br/><a:r><a:t>Too slow</a:t></a:r>',
            'Fine',
          ]),
        notes: 'Greet everyone.',
      },
      { shapes: '' },
      {
        shapes:
          slideTable([
            ['Plan', 'Price'],
            ['Basic', '5 €'],
          ]) +
          `<p:grpSp>${shape(['In a group'])}</p:grpSp>` +
          shape(['<a:fld type="slidenum"><a:t>3</a:t></a:fld>'], 'sldNum'),
      },
    ]),
  )
  assert.equal(read.kind, 'document')
  assert.deepEqual(parts(read, 'label'), [
    ['slide', '1', 'Research & findings 😀\nToo dear\nToo slow\nFine'],
    ['slide', '1, notes', 'Greet everyone.'],
    ['slide', '3', 'Plan | Price\nBasic | 5 €\nIn a group'],
  ])
})

test('a shape that is repeated for older programs is read once', async () => {
  const both = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice>${shape(['New'])}</mc:Choice><mc:Fallback>${shape(['Old'])}</mc:Fallback></mc:AlternateContent>`
  assert.equal((await readFile('a.pptx', pptx([{ shapes: both }]))).text, 'New')
})

test('the words of a diagram are those of its slide', async () => {
  const slides = [{ shapes: shape(['Steps']), diagram: ['Ask', 'Listen'] }, { shapes: shape(['End']) }]
  assert.equal((await readFile('a.pptx', pptx(slides))).text, 'Steps\nAsk\nListen\n\nEnd')
})

test('the titles and names in a chart are words of its slide, each once', async () => {
  const names = (...words: string[]) =>
    `<c:strCache><c:ptCount val="${words.length}"/>${words.map((word, n) => `<c:pt idx="${n}"><c:v>${word}</c:v></c:pt>`).join('')}</c:strCache>`
  const series = (name: string) =>
    `<c:ser><c:tx><c:strRef><c:f>B1</c:f>${names(name)}</c:strRef></c:tx><c:cat><c:strRef><c:f>A2:A3</c:f>${names('Price', 'Speed')}</c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>4.5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>`
  const chart = `<c:title><c:tx><c:rich><a:p><a:r><a:t>What people </a:t></a:r><a:r><a:t>like &amp; dislike</a:t></a:r></a:p></c:rich></c:tx></c:title>${series('March')}${series('April')}`
  assert.equal(
    (await readFile('a.pptx', pptx([{ shapes: shape(['Survey']), chart }]))).text,
    'Survey\nWhat people like & dislike\nMarch\nPrice\nSpeed\nApril',
  )
})

test('comments of older and newer versions follow their slide, with their authors and replies', async () => {
  const newer = (element: string, author: string, text: string, replies = '') =>
    `<p188:${element} id="{1}" authorId="${author}">${replies && `<p188:replyLst>${replies}</p188:replyLst>`}<p188:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p188:txBody></p188:${element}>`
  const read = await readFile(
    'a.pptx',
    pptx(
      [
        {
          shapes: shape(['Prices']),
          notes: 'Explain.',
          comments: [
            '<p:cm authorId="0" idx="1"><p:pos x="10" y="10"/><p:text>Too high &amp; rising</p:text></p:cm><p:cm authorId="7" idx="1"><p:pos x="1" y="1"/><p:text>By nobody</p:text></p:cm>',
          ],
        },
        {
          shapes: shape(['Plans']),
          comments: [newer('cm', '{A}', 'Which plan?', newer('reply', '{B}', 'The basic one.'))],
        },
      ],
      { 0: 'Eve', '{A}': 'Ada &amp; Co', '{B}': 'Bob' },
    ),
  )
  assert.deepEqual(parts(read, 'label', 'speaker'), [
    ['slide', '1', null, 'Prices'],
    ['slide', '1, notes', null, 'Explain.'],
    ['paragraph', 'Comment', 'Eve', 'Too high & rising'],
    ['paragraph', 'Comment', null, 'By nobody'],
    ['slide', '2', null, 'Plans'],
    ['paragraph', 'Comment', 'Ada & Co', 'Which plan?'],
    ['paragraph', 'Comment', 'Bob', 'The basic one.'],
  ])
})

test('a presentation of pictures has no text', async () => {
  await assertFails(readFile('a.pptx', pptx([{ shapes: '' }])), 'no_text')
})
