import { deleteSkill } from '#contract'
import { implement, Refusal } from '#platform'
import { isBuiltIn } from './built-in.ts'

export const remove = implement(deleteSkill, async ({ tx, params: { name } }) => {
  if (isBuiltIn(name)) throw new Refusal('skill_built_in')
  const { numDeletedRows } = await tx.deleteFrom('skills').where('name', '=', name).executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('skill_not_found')
  return { name }
})
