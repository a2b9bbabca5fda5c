import { listSkills } from '#contract'
import { type Implementation, implement } from '#platform'
import { builtIns } from './built-in.ts'
import { customSkills, toSkill } from './rows.ts'

export const createList = (hasModel: boolean): Implementation =>
  implement(listSkills, async ({ tx }) => {
    const custom = await customSkills(tx).orderBy('skills.name').execute()
    const skills = custom.map((row) => ({ ...toSkill(row, hasModel), instructions: null }))
    return { data: [...builtIns, ...skills], nextCursor: null }
  })
