import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createItem } from '#contract'
import { onPostgres, type TestApp } from '#testing'
import { startAerie } from '../../testing/program.ts'

onPostgres('the command `verify`, beside a running server', (app) => {
  test('says that all is well, or which rows break what, and how many', async () => {
    const { id } = await app().as('member').call(createItem, { sku: 'X', name: 'X', unit: 'box' })
    const well = await verify(app())
    assert.equal(well.code, 0, well.err)
    assert.match(well.out, /^All \d+ invariants hold\.$/)

    const { pool } = app().db
    await pool.query(`update items set on_hand = 5 where id = $1`, [id])
    await pool.query(`insert into patient_match_keys select 1, gen_random_uuid() from generate_series(1, 25)`)
    const { code, out, err } = await verify(app(), '--files', '--mentions')
    assert.equal(code, 1)
    assert.equal(out, '')
    const [duplicates = '', stock = '', sum] = err.split('\n\n')
    assert.match(duplicates, /^Only live records are searched for duplicates\. 25 violations:\n/)
    assert.equal(duplicates.split('\n').length, 22)
    assert.match(duplicates, /\n {4}and 5 more$/)
    assert.equal(
      stock,
      `The total of an item is the sum of its balances. 1 violation:\n    items ${id}: 5.000000 is on hand, but its balances add up to 0`,
    )
    assert.match(sum ?? '', /^2 of \d+ invariants are violated\.$/)
  })
})

async function verify({ databaseUrl = '', dataDir }: TestApp, ...options: string[]) {
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const { code, stdout, stderr } = await startAerie(['verify', ...options], settings).ended
  return { code, out: stdout.trim(), err: stderr.trim() }
}
