import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PNG } from 'pngjs'
import { differences, shrink } from './picture.ts'

test('a block that is moved, missing or of another color makes a difference', () => {
  const wanted = pageWith({ block: 40 })
  assert.equal(differences(wanted, pageWith({ block: 40 })), null)
  assert.ok(differences(wanted, pageWith({ block: 44 })))
  assert.ok(differences(wanted, pageWith({ block: 40, color: 160 })))
  assert.ok(differences(wanted, pageWith({})))
})

test('a page of another size makes a difference', () => {
  assert.ok(differences(pageWith({}), shrink(PNG.sync.write(new PNG({ width: 390, height: 800 })))))
})

test('edges that are drawn a little softer make none', () => {
  assert.equal(differences(pageWith({ block: 40 }), pageWith({ block: 40, edge: 150 })), null)
})

interface Look {
  /** Where a block of 80 by 30 begins, if there is one. */
  block?: number
  /** The color of the block, and of its outermost pixels. */
  color?: number
  edge?: number
}

/** The small picture of a white page with a gray block. */
function pageWith({ block, color = 100, edge = color }: Look): PNG {
  const page = new PNG({ width: 390, height: 900 })
  page.data.fill(255)
  if (block !== undefined)
    for (let y = 0; y < 30; y++)
      for (let x = 0; x < 80; x++) {
        const isEdge = x === 0 || y === 0 || x === 79 || y === 29
        const at = ((block + y) * page.width + block + x) * 4
        page.data.fill(isEdge ? edge : color, at, at + 3)
      }
  return shrink(PNG.sync.write(page))
}
