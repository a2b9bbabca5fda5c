import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listMerges } from '#contract'
import { onDatabase } from '#testing'
import { records } from '../testing/records.ts'

interface Answer {
  status: number
  body: string
  replayed: string | null
}

async function send(url: string, headers: Record<string, string>, path: string, key: string, body: object) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  const replayed = answer.headers.get('idempotent-replayed')
  return { status: answer.status, body: await answer.text(), replayed } satisfies Answer
}

onDatabase('merging exactly once', (app) => {
  const { add, read } = records(app)
  const sendAsAdmin = (path: string, key: string, body: object) =>
    send(app().url, app().people.admin.headers, path, key, body)

  test('fifty simultaneous merges with one key are one, with byte-identical responses; so are fifty undos', async () => {
    const [source, target] = [await add({ givenName: 'Source' }), await add({ givenName: 'Target' })]
    const merge = { sourceId: source.id, targetId: target.id }
    const merged = await fifty(() => sendAsAdmin('/api/patients/merge', 'fifty merges', merge))
    assert.equal((await read(source.id)).version, 2)
    const { data } = await app().as('admin').call(listMerges, { patientId: source.id })
    assert.deepEqual(data, [JSON.parse(merged)])

    await fifty(() => sendAsAdmin(`/api/patients/merges/${data[0]?.id}/undo`, 'fifty undos', {}))
    assert.equal((await read(source.id)).version, 3)
    const late = await sendAsAdmin('/api/patients/merge', 'fifty merges', merge)
    assert.deepEqual(late, { status: 200, body: merged, replayed: 'true' })
    assert.equal((await read(source.id)).status, 'active')
  })

  async function fifty(call: () => Promise<Answer>): Promise<string> {
    const answers = await Promise.all(Array.from({ length: 50 }, call))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(answers.filter(({ replayed }) => replayed).length, 49)
    const [body, ...others] = new Set(answers.map(({ body }) => body))
    assert.equal(others.length, 0)
    return body ?? ''
  }
})
