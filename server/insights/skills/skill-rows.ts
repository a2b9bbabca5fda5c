import type { Skill } from '#contract'
import type { Reader } from '#database'
import { builtIns, inputSchema, isBuiltIn } from './built-in.ts'

/** Selects custom skills; the caller adds conditions. */
export function customSkills(tx: Reader) {
  return tx
    .selectFrom('skills')
    .innerJoin('users', 'users.id', 'skills.createdBy')
    .select([
      'skills.name',
      'description',
      'instructions',
      'skills.createdAt',
      'users.id as creatorId',
      'users.name as creatorName',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof customSkills>['executeTakeFirstOrThrow']>>

export function toSkill({ creatorId, creatorName, ...row }: Row, hasModel: boolean): Skill {
  return {
    ...row,
    builtIn: false,
    available: hasModel,
    inputSchema,
    createdBy: { id: creatorId, name: creatorName },
  }
}

export async function findSkill(tx: Reader, name: string, hasModel: boolean): Promise<Skill | undefined> {
  if (isBuiltIn(name)) return builtIns.find((skill) => skill.name === name)
  const row = await customSkills(tx).where('skills.name', '=', name).executeTakeFirst()
  return row && toSkill(row, hasModel)
}
