import { record } from '#audit'
import { createLocation } from '#contract'
import { violatedConstraint } from '#database'
import { implement, newId, Refusal } from '#platform'
import { locations } from './list.ts'

export const create = implement(createLocation, async ({ tx, actor, body: { name } }) => {
  const id = newId()
  try {
    await tx.insertInto('locations').values({ id, name, kind: 'stock' }).execute()
  } catch (error) {
    if (violatedConstraint(error) !== 'locations_by_name') throw error
    throw new Refusal('location_name_taken', 'Another location has this name.', {
      fields: [{ path: 'name', message: 'Another location has this name' }],
    })
  }
  await record(tx, actor, 'location.create', { type: 'location', id, label: name })
  return locations(tx).where('id', '=', id).executeTakeFirstOrThrow()
})
