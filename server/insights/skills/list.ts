import { listSkills } from '#contract'
import { type Implementation, implement } from '#platform'
import { builtIns } from './built-in.ts'
import { lastRuns } from './runs/last.ts'
import { customSkills, toSkill } from './skill-rows.ts'

export const createList = (hasModel: boolean): Implementation =>
  implement(listSkills, async ({ tx, actor: { userId }, query: { projectId } }) => {
    const custom = await customSkills(tx).orderBy('skills.name').execute()
    const skills = [...builtIns, ...custom.map((row) => ({ ...toSkill(row, hasModel), instructions: null }))]
    const names = skills.map(({ name }) => name)
    const lastRunOf = await lastRuns(tx, { userId, skills: names, projectId })
    const data = skills.map((skill) => ({ ...skill, lastRun: lastRunOf.get(skill.name) ?? null }))
    return { data, nextCursor: null }
  })
