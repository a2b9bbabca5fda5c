import { createLocation } from '#contract'
import { violatedConstraint } from '#database'
import { implement, newId, Refusal } from '#platform'
import { locations } from './list.ts'

export const create = implement(createLocation, async ({ tx, body: { name } }) => {
  const id = newId()
  try {
    await tx.insertInto('locations').values({ id, name, kind: 'stock' }).execute()
  } catch (error) {
    if (violatedConstraint(error) !== 'locations_by_name') throw error
    throw new Refusal('location_name_taken', 'Another location has this name.', {
      fields: [{ path: 'name', message: 'Another location has this name' }],
    })
  }
  return locations(tx).where('id', '=', id).executeTakeFirstOrThrow()
})
