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

test('a presentation of pictures has no text', async () => {
  await assertFails(readFile('a.pptx', pptx([{ shapes: '' }])), 'no_text')
})
