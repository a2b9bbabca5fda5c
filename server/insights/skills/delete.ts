import { record } from '#audit'
import { deleteSkill } from '#contract'
import { implement, newId, Refusal } from '#platform'
import { isBuiltIn } from './built-in.ts'

export const remove = implement(deleteSkill, async ({ tx, actor, params: { name } }) => {
  if (isBuiltIn(name)) throw new Refusal('skill_built_in')
  const { numDeletedRows } = await tx.deleteFrom('skills').where('name', '=', name).executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('skill_not_found')
  // Skills are known by their names, entries by ids.
  await record(tx, actor, 'skill.delete', { type: 'skill', id: newId(), label: name })
  return { name }
})
