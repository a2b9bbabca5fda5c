import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { formerly, record } from '#audit'
import type { AccessLevel, Actor, Project, updateProject } from '#contract'
import type { Reader, Transaction } from '#database'
import { invalidField, Refusal } from '#platform'

export type AccessChanges = NonNullable<z.output<typeof updateProject.body>['access']>
type Entry = Pick<Project['access']['members'][number], 'userId' | 'level'>
type Access = { everyone: AccessLevel; members: Entry[] }

/**
 * Checks and records who can see a locked project from now on.
 * @returns what its row is to have; null if that is nothing new
 * @throws Refusal `validation_failed`
 */
export async function newAccess(
  tx: Transaction,
  actor: Actor,
  { id, name, access: before }: Project,
  changes: AccessChanges | undefined,
): Promise<string | null> {
  const after = changed(before, changes)
  if (isDeepStrictEqual(after, changed(before, undefined))) return null
  const { everyone, members } = after
  if (everyone === 'none' && !members.some(({ level }) => level === 'edit'))
    throw invalidField('access.members', 'Give at least one user the level edit while everyone has none')
  const names = await namesOf(tx, members)
  const fields = members.flatMap(({ userId }, n) =>
    names.has(userId) ? [] : [{ path: `access.members[${n}].userId`, message: 'Not a user' }],
  )
  if (fields.length > 0) throw new Refusal('validation_failed', 'Some of these are not users.', { fields })

  const [from, to] = [await accessText(tx, before), await accessText(tx, after)]
  const former = formerly({ access: changed(before, undefined) })
  await record(tx, actor, 'project.access', { type: 'project', id, label: name }, { from, to, ...former })
  return JSON.stringify({
    everyone,
    members: Object.fromEntries(members.map(({ userId, level }) => [userId, level])),
  })
}

/** Describes in words how a call changes who can see a project. */
export async function summarizeAccess(
  tx: Reader,
  { name, access }: Project,
  changes: AccessChanges | undefined,
): Promise<string> {
  const [from, to] = [await accessText(tx, access), await accessText(tx, changed(access, changes))]
  return `Project “${name}”: change the access from ${from} to ${to}`
}

/** In the order of their ids, so that equal accesses are equal. */
function changed(before: Access, { everyone, members }: AccessChanges = {}): Access {
  const entries = (members ?? before.members).map(({ userId, level }) => ({ userId, level }))
  return {
    everyone: everyone ?? before.everyone,
    members: entries.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)),
  }
}

/** `everyone none, Ada Lovelace edit` */
async function accessText(tx: Reader, { everyone, members }: Access): Promise<string> {
  const names = await namesOf(tx, members)
  return [
    `everyone ${everyone}`,
    ...members.map(({ userId, level }) => `${names.get(userId) ?? userId} ${level}`),
  ].join(', ')
}

async function namesOf(tx: Reader, members: Entry[]): Promise<Map<string, string>> {
  if (members.length === 0) return new Map()
  const ids = members.map(({ userId }) => userId)
  const users = await tx.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(users.map(({ id, name }) => [id, name]))
}
