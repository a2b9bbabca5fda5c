// With an admin's stolen key, an attacker tries every operation. Once the key is revoked, nothing of theirs lets anyone in.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ApiError } from '#client'
import {
  type AuditAction,
  type AuditEntry,
  acceptInvitation,
  confirmGrant,
  getProject,
  listAuditLog,
  listGrants,
  noAccess,
  type Operation,
  operations,
  type Project,
  revokeApiKey,
  updateProject,
  updateSettings,
  viewInvitation,
} from '#contract'
import { linkToken } from '../identity/link-token.ts'
import type { TestApp } from './app.ts'
import { onDatabase } from './databases.ts'
import { testPassword } from './people.ts'
import { refusal } from './refusal.ts'
import { testSecrets } from './settings.ts'
import { addParameters, contentOf, contents, exampleFor, problem } from './walk.ts'

type Body = Record<string, unknown>

const lot = 'OF-NOBODY'

/** What an attacker sends, one after the other, where the operation's example does less, or meets nothing. */
const bodiesOn = ({ userId, patientId, itemId }: Record<string, string>): Record<string, Body[]> => ({
  // A key that reduces what someone may do acts at once.
  'users.update': [
    { role: 'admin' },
    { disabled: false },
    { disabled: false, keepKeys: true },
    { access: { patients: 'edit' } },
  ],
  'invitations.create': [
    { email: 'accomplice@aerie.test', role: 'admin' },
    { email: 'another@aerie.test', role: 'member' },
  ],
  'settings.update': [
    { organisationName: 'Taken over' },
    { uses: 'both' },
    { defaultAccess: { billing: 'edit' } },
    ...['iban', 'bic', 'bank'].map((field) => ({ letterhead: { [field]: 'TAKENOVER' } })),
  ],
  'projects.update': [
    { name: 'Taken over' },
    { access: { everyone: 'edit' } },
    { access: { members: [{ userId, level: 'edit' }] } },
  ],
  'projects.pseudonymise': [{ names: [{ name: 'Interviews' }] }],
  'patients.update': [{ givenName: 'Taken over' }],
  'inventory.receive': [{ supplier: 'Nobody', deliveryNote: '1', lines: [{ itemId, lot, quantity: 1 }] }],
  'inventory.adjust': [{ mode: 'count', reason: 'other', lines: [{ itemId, lot, quantity: 5 }] }],
  'inventory.updateItem': [{ name: 'Taken over' }],
  'billing.createInvoice': [{ patientId, lines: [{ description: 'Nothing', quantity: 1, unitPrice: 1 }] }],
})

/** All that a key can do and the audit log records. */
const recorded: AuditAction[] = [
  'data.export',
  'grant.decline',
  'grant.request',
  'import.create',
  'invitation.create',
  'invitation.revoke',
  'invoice.issue',
  'item.create',
  'item.update',
  'location.create',
  'lot.quarantine',
  'lot.release',
  'patient.create',
  'patient.merge_undo',
  'patient.unflag_different',
  'patient.update',
  'payment.record',
  'payment.reverse',
  'project.create',
  'project.delete',
  'project.pseudonymise',
  'project.update',
  'settings.change',
  'skill.delete',
  'source.download',
  'stock.adjust',
  'stock.receive',
  'stock.reverse',
]

const [open, closed] = [true, false].map((isOpen) =>
  operations.filter(({ allow }) => (allow === 'anyone') === isOpen),
) as [Operation[], Operation[]]

onDatabase('an admin’s stolen key', (app) => {
  let token: string
  let keyId: string
  let send: (operation: Operation, body?: Body) => Promise<Response>
  let answers: string
  let entries: AuditEntry[]
  let links: string[]
  let grantIds: string[]
  let projectAccess: Project['access']
  let admittedBefore: Record<string, unknown>
  let admittedDuring: Record<string, unknown>

  before(async () => {
    const parameters = await addParameters(app())
    const bodies = bodiesOn(parameters)
    ;({ token, keyId } = await app().withKey('admin'))
    send = (operation, own) => {
      const example = exampleFor(operation, parameters)
      const content = contentOf(own ? { body: own, form: undefined } : example)
      return app().fetch(example.path, {
        method: operation.method,
        ...content,
        headers: { authorization: `Bearer ${token}`, ...content.headers },
      })
    }
    const attack = async (attacked: Operation[]) => {
      let texts = ''
      for (const operation of attacked)
        for (const body of bodies[operation.id] ?? [undefined])
          texts += await answerOf(operation, await send(operation, body))
      return texts
    }
    // Someone who left, with a key that the attacker has, too, and who could see little.
    await app().db.pool.query('update users set disabled = true, access = $2 where id = $1', [
      parameters.userId,
      noAccess,
    ])
    const project = { projectId: parameters.projectId! }
    const entry = { userId: app().people.member.id, level: 'edit' } as const
    await app()
      .as('owner')
      .call(updateProject, { ...project, access: { everyone: 'none', members: [entry] } })
    await app().as('owner').call(updateSettings, { defaultAccess: noAccess })
    admittedBefore = await admitted(app())

    answers = await attack(open)
    const newest = (await entriesOf(app()))[0]?.id ?? ''
    // Deletions come last, so that all others find their records.
    answers += await attack(closed.filter(({ method }) => method !== 'DELETE'))
    projectAccess = (await app().as('owner').call(getProject, project)).access
    answers += await attack(closed.filter(({ method }) => method === 'DELETE'))
    entries = (await entriesOf(app())).filter(({ id }) => id > newest)

    links = (await invitationsOf(app(), keyId)).map(({ id }) =>
      linkToken(testSecrets.newest, 'invitation', id),
    )
    for (const link of links) await accept(app(), link).catch(unlessRefused)
    admittedDuring = await admitted(app())
    grantIds = (await app().as('owner').call(listGrants, { limit: 200 })).data.map(({ id }) => id)
    await app().as('owner').call(revokeApiKey, { keyId })
  })

  test('is named in the audit log by every recorded action that it performed', () => {
    assert.deepEqual([...new Set(entries.map(({ action }) => action))].sort(), recorded)
    const prefix = token.split('_', 2).join('_')
    for (const { actor } of entries)
      assert.deepEqual([actor.via, actor.apiKey?.id, actor.apiKey?.prefix], ['api_key', keyId, prefix])
  })

  test('creates no user, session or key, changes no password or code, enables and promotes nobody, and redirects no payment', () => {
    assert.deepEqual(admittedDuring, admittedBefore)
  })

  test('lets nobody into a project', () => {
    assert.equal(projectAccess.everyone, 'none')
    assert.deepEqual(
      projectAccess.members.map(({ userId }) => userId),
      [app().people.member.id],
    )
  })

  test('leaves no change that anyone can confirm', async () => {
    assert.equal(grantIds.length, 11)
    for (const grantId of grantIds)
      await refusal(app().as('owner').call(confirmGrant, { grantId }), 'grant_not_found')
    assert.deepEqual((await app().as('owner').call(listGrants)).data, [])
    assert.deepEqual((await admitted(app())).rows, admittedBefore.rows)
  })

  test('is refused by every operation once it is revoked', async () => {
    for (const operation of closed) await problem(send(operation), 'unauthenticated')
  })

  test('leaves no invitation that anyone can accept, even with a link derived with the server’s SECRET', async () => {
    const invitations = await invitationsOf(app(), keyId)
    assert.equal(invitations.length, 2)
    assert.ok(invitations.every(({ revokedAt }) => revokedAt))
    for (const link of links) {
      assert.ok(!answers.includes(link))
      await refusal(app().as('nobody').call(viewInvitation, { token: link }), 'invitation_not_found')
      await refusal(accept(app(), link), 'invitation_not_found')
    }
  })
})

/** Reads an answer, which succeeds or is refused for a reason of the operation's own: the request was a valid one. */
async function answerOf({ id, credentials, errors }: Operation, answer: Response): Promise<string> {
  const text = await answer.text()
  if (credentials === 'session') assert.equal(JSON.parse(text).code, 'session_required', id)
  else assert.ok(answer.ok || errors.includes(JSON.parse(text).code), `${id}: ${text}`)
  return text
}

const accept = (app: TestApp, token: string) =>
  app.as('nobody').call(acceptInvitation, { token, name: 'An accomplice', password: testPassword })

function unlessRefused(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

const entriesOf = async (app: TestApp) => (await app.as('owner').call(listAuditLog, { limit: 200 })).data

const invitationsOf = ({ db }: TestApp, apiKeyId: string) =>
  db.reader.selectFrom('invitations').selectAll().where('apiKeyId', '=', apiKeyId).execute()

/** All that lets anyone in: who there is with which role, what they prove it with, and the settings that are about it or money. */
async function admitted({ db }: TestApp): Promise<Record<string, unknown>> {
  const { accounts, api_keys, pending_sign_ins, recovery_codes, two_factor } = await contents(db)
  const proofs = { accounts, api_keys, pending_sign_ins, recovery_codes, two_factor }
  const { rows } = await db.pool.query(`
    select jsonb_build_array(id, email, role, disabled, access) from users
    union all select to_jsonb(id) from sessions
    union all select jsonb_build_array(letterhead -> 'iban', letterhead -> 'bic', letterhead -> 'bank',
      max_key_lifetime_days, two_factor_required, max_session_days, access_log, default_access_of(settings)) from settings
    order by 1`)
  return { ...proofs, rows }
}
