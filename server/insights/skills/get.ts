import { getSkill } from '#contract'
import { type Implementation, implement, Refusal } from '#platform'
import { findSkill } from './skill-rows.ts'

export const createGet = (hasModel: boolean): Implementation =>
  implement(getSkill, async ({ tx, params }) => {
    const skill = await findSkill(tx, params.name, hasModel)
    if (!skill) throw new Refusal('skill_not_found')
    return skill
  })
