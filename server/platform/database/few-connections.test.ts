import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createClient } from '#client'
import { createItem, listItems } from '#contract'
import { newInstallation, onPostgres } from '#testing'
import { addPeople } from '../../testing/people.ts'

onPostgres('a server that allows three connections', () => {
  test('is enough for a node: calls wait for those that there are', async () => {
    const place = await newInstallation('postgresql')
    const other = new pg.Client(place.databaseUrl)
    await other.connect()
    const database = new URL(place.databaseUrl!).pathname.slice(1)
    await other.query(`alter database ${pg.escapeIdentifier(database)} connection limit 3`)
    await other.end()
    try {
      const { address, db } = await place.start()
      const { member } = await addPeople(db)
      const client = createClient({ baseUrl: address, headers: member.headers })
      await Promise.all(
        Array.from({ length: 15 }, async (_, n) => {
          await client.call(createItem, { sku: `${n}`, name: 'Gloves', unit: 'box' })
          await client.call(listItems)
        }),
      )
      assert.equal((await client.call(listItems, { limit: 100 })).data.length, 15)
    } finally {
      await place.remove()
    }
  })
})
