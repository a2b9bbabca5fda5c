import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey, listApiKeys, listProjects, revokeApiKey } from '#contract'
import { onDatabase } from '#testing'
import { contents, problem } from '../testing/walk.ts'

const told = 'the audit log is broken, says a test'

onDatabase('an audit log that cannot be written', (app) => {
  test('keeps keys from being made and revoked, and callers learn nothing but the request', async () => {
    const member = app().as('member')
    const script = await app().withKey('member')
    await app().db.pool.query(
      `create function break_audit() returns trigger language plpgsql as
         $$ begin raise exception '${told}' using detail = 'token ${script.token}'; end $$;
       create trigger break_audit before insert on audit_log for each row execute function break_audit()`,
    )
    const unchanged = await contents(app().db)

    const post = (path: string, body: string) => {
      const headers = { ...app().people.member.headers, 'content-type': 'application/json' }
      return app().fetch(path, { method: 'POST', headers: { ...headers, 'idempotency-key': path }, body })
    }
    const failures = [
      await problem(post('/api/api-keys', '{"name":"Never made"}'), 'internal'),
      await problem(post(`/api/api-keys/${script.keyId}/revoke`, '{}'), 'internal'),
    ]
    for (const { requestId, ...rest } of failures) {
      assert.match(requestId ?? '', /^[0-9a-f-]{36}$/)
      assert.deepEqual(rest, {
        type: '/api/docs#internal',
        title: 'Internal server error',
        status: 500,
        detail: 'Something went wrong on our side.',
        code: 'internal',
      })
    }
    assert.deepEqual(await contents(app().db), unchanged)
    await script.call(listProjects)

    await app().db.pool.query('drop trigger break_audit on audit_log')
    const { id } = await member.call(createApiKey, { name: 'Made' }, { idempotencyKey: '/api/api-keys' })
    await member.call(revokeApiKey, { keyId: id })
    const { data } = await member.call(listApiKeys)
    assert.deepEqual(
      data.map(({ name }) => name),
      ['Made', 'A key of the member'],
    )
  })
})
