import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { createSkill } from '#contract'
import type { Transaction } from '#database'
import type { Files } from '#files'
import { type Implementation, implement, invalidField, Refusal } from '#platform'
import { isBuiltIn } from './built-in.ts'
import type { SkillMd } from './skill-md.ts'
import { findSkill } from './skill-rows.ts'

const skillsAtMost = 200
const contentAtMost = createSkill.body.shape.content.maxLength!
/** Skills are created one at a time, so that they can be counted. */
const advisoryLock = 0x736b696c6c73

export const createCreate = (files: Files, hasModel: boolean): Implementation =>
  implement(
    createSkill,
    async ({ body }) => ('file' in body ? readFile(files, body.file) : parse('content', body.content)),
    async ({ tx, actor, prepared: { name, description, instructions } }) => {
      if (isBuiltIn(name)) throw nameTaken(name)
      await refuseWhenFull(tx)
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('skills')
        .values({ name, description, instructions, createdBy: actor.userId })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n) throw nameTaken(name)
      return (await findSkill(tx, name, hasModel))!
    },
  )

async function readFile(files: Files, file: { key: string; bytes: number }): Promise<SkillMd> {
  if (file.bytes > 4 * contentAtMost) throw tooLong('file')
  let content: string
  try {
    content = new TextDecoder('utf-8', { fatal: true }).decode(await buffer(await files.read(file.key)))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw invalidField('file', 'A SKILL.md must be text in UTF-8')
  }
  if (content.length > contentAtMost) throw tooLong('file')
  if (content.includes('\u0000')) throw invalidField('file', 'Contains a character that cannot be stored')
  return parse('file', content)
}

const nameTaken = (name: string) => new Refusal('skill_name_taken', `A skill named ${name} already exists.`)
const tooLong = (path: string) => invalidField(path, `At most ${contentAtMost} characters`)

async function parse(path: string, content: string): Promise<SkillMd> {
  // Loaded here because its library is seldom needed and takes a megabyte.
  const { readSkillMd, SkillMdError } = await import('./skill-md.ts')
  try {
    return readSkillMd(content)
  } catch (error) {
    if (error instanceof SkillMdError) throw invalidField(path, error.message)
    throw error
  }
}

async function refuseWhenFull(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx)
  const { count } = await tx
    .selectFrom('skills')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= skillsAtMost)
    throw new Refusal('too_many_skills', `An installation has at most ${skillsAtMost} custom skills.`)
}
