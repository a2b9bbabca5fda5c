// A node is killed with kill -9 while a transaction or a job writes: the first table has the calls, the second the jobs, each with
// the statements at which a trigger holds it up.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import * as api from '#contract'
import { runKilledJobsAgain, until } from '#testing'
import { type KillableNode, onKillableNode } from '../kill.ts'
import { post } from '../lose-answer.ts'

interface Call {
  what: string
  /** Creates what it needs, and returns what to send. */
  prepare(node: KillableNode): Promise<{ path: string; body: object }>
  /** Counts what it writes. */
  counts: Record<string, string>
  /** By how much it changes each. */
  changes: Record<string, number>
  /** Where it is held up. During a commit, it is past being undone. */
  holds: string[]
  /** Its response contains a secret and is not kept. */
  isSecret?: true
}

const isCommitted = (hold: string): boolean => hold.startsWith('constraint ')
const audited = (action: api.AuditAction): string => `from audit_log where action = '${action}'`
const idOf = (path: string, id: string): string => path.replace(/:\w+/, id)

const calls: Call[] = [
  {
    what: 'a key is created',
    prepare: async () => ({ path: api.createApiKey.path, body: { name: 'Of a crash' } }),
    counts: { keys: 'from api_keys', entries: audited('api_key.create') },
    changes: { keys: 1, entries: 1 },
    isSecret: true,
    holds: [
      // These of idempotency are the same for all calls.
      'before insert on idempotency_records',
      'before update on idempotency_records',
      'before insert on api_keys',
      'before insert on audit_log',
      'constraint after insert on audit_log',
    ],
  },
  {
    what: 'a key is revoked',
    async prepare({ client }) {
      const { id } = await client.call(api.createApiKey, { name: 'To be revoked' })
      return { path: idOf(api.revokeApiKey.path, id), body: {} }
    },
    counts: { revoked: 'from api_keys where revoked_at is not null', entries: audited('api_key.revoke') },
    changes: { revoked: 1, entries: 1 },
    holds: [
      'before update on api_keys',
      'before insert on audit_log',
      'constraint after insert on audit_log',
    ],
  },
  {
    what: 'a delivery is received',
    async prepare({ client }) {
      const { id: itemId } = await client.call(api.createItem, { sku: newName(), name: 'Item', unit: 'box' })
      const lines = [{ itemId, quantity: 5 }]
      return { path: api.receiveStock.path, body: { supplier: 'Acme', deliveryNote: newName(), lines } }
    },
    counts: {
      documents: 'from stock_documents',
      moved: 'sum(quantity) from stock_movements',
      onHand: 'sum(on_hand) from items',
    },
    changes: { documents: 1, moved: 5, onHand: 5 },
    holds: [
      'before insert on stock_documents',
      'before update on items',
      'constraint after insert on stock_movements',
    ],
  },
  {
    what: 'an invoice is issued',
    async prepare({ client }) {
      const { id: patientId } = await client.call(api.createPatient, { familyName: 'Papadaki' })
      const { id: itemId } = await client.call(api.createItem, { sku: newName(), name: 'Gauze', unit: 'box' })
      const stock = { itemId, quantity: 9 }
      await client.call(api.receiveStock, { supplier: 'Acme', deliveryNote: newName(), lines: [stock] })
      const line = { ...stock, description: 'Gauze', unitPrice: '10', taxRate: '20' }
      const invoice = { patientId, lines: [line] }
      // From here on the counter's row exists, so the next number updates it.
      await client.call(api.createInvoice, { patientId, lines: [{ ...line, quantity: 1 }] })
      return { path: api.createInvoice.path, body: { ...invoice, lines: [{ ...line, quantity: 2 }] } }
    },
    counts: {
      invoices: 'from invoices',
      lines: 'from invoice_lines',
      last: 'sum(last) from invoice_series_counters',
      taken: `from stock_movements where reason = 'sold'`,
      onHand: 'sum(on_hand) from items',
    },
    changes: { invoices: 1, lines: 1, last: 1, taken: 1, onHand: -2 },
    holds: [
      'before insert on stock_movements',
      'before insert on invoice_lines',
      'before update on invoice_series_counters',
      'constraint after update on invoices',
    ],
  },
  {
    what: 'a patient is merged',
    async prepare({ client }) {
      const source = { givenName: 'Source', identifiers: [{ system: 's', value: newName() }] }
      const { id: sourceId } = await client.call(api.createPatient, source)
      const { id: targetId } = await client.call(api.createPatient, { givenName: 'Target' })
      return { path: api.mergePatients.path, body: { sourceId, targetId } }
    },
    counts: { merges: 'from patient_merges', merged: 'from patients where merged_into is not null' },
    changes: { merges: 1, merged: 1 },
    holds: ['before insert on patient_merges', 'before update of merged_into on patients'],
  },
]

let names = 0
const newName = (): string => `N-${++names}`

onKillableNode('kill -9 during a transaction', (node) => {
  for (const call of calls)
    describe(`while ${call.what}`, () => {
      for (const hold of call.holds)
        test(`${hold}: it is whole or nothing, and a retry does it once`, async () => {
          const request = { ...(await call.prepare(node())), idempotencyKey: newName() }
          const send = () => post(node().url, { ...request, headers: node().headers })
          const first = await counts(call)
          const last = Object.fromEntries(
            Object.entries(first).map(([name, count]) => [name, count + call.changes[name]!]),
          )
          await node().killDuring(send, hold)
          assert.deepEqual(await counts(call), isCommitted(hold) ? last : first)
          const retry = await send()
          if (call.isSecret && isCommitted(hold)) assert.match(await retry.text(), /"already_done"/)
          else {
            assert.ok(retry.ok, await retry.text())
            assert.equal(retry.headers.get('idempotent-replayed'), isCommitted(hold) ? 'true' : null)
          }
          assert.deepEqual(await counts(call), last)
        })
    })

  test('between commit and response: a retry gets the first response', async () => {
    const body = { name: 'Created once' }
    await node().loseAnswer({ path: api.createProject.path, body, idempotencyKey: newName() })
    assert.equal((await node().client.call(api.listProjects, { q: body.name })).data.length, 1)
  })

  async function counts({ counts }: Call): Promise<Record<string, number>> {
    const columns = Object.entries(counts).map(
      ([name, rows]) => `(select ${rows.replace(/^from/, 'count(*) from')})::int as "${name}"`,
    )
    const [row] = await node().rows<Record<string, number>>(`select ${columns}`)
    return row!
  }
})

interface Job {
  what: string
  /** Has the job sent, and returns the id of what it works on. */
  start(node: KillableNode, projectId: string): Promise<string>
  isDone(node: KillableNode, id: string): Promise<boolean>
  /** Returns what it leaves, which must be the same as without a kill: no ids, and no times. */
  result(node: KillableNode, id: string): Promise<unknown>
  /** Checks what is there between the kill and the next attempt. */
  meanwhile?(node: KillableNode, id: string): Promise<void>
  holds: string[]
}

const text = 'A parcel: nobody knew of it, and again it was late.\n\nLate again, nobody said.'

const isRead = async ({ client }: KillableNode, sourceId: string) =>
  ['ready', 'failed'].includes((await client.call(api.getSource, { sourceId })).status)

const isTracked = async ({ client }: KillableNode, trackerId: string) =>
  (await client.call(api.getTracker, { trackerId })).backfill === null

async function sourceResult({ client, rows }: KillableNode, sourceId: string) {
  const { status, error, projectId } = await client.call(api.getSource, { sourceId })
  const found = await client.call(api.searchProject, { projectId, q: 'parcel', limit: 200 })
  const old = () => rows(`select from source_passages where source_id = '${sourceId}' group by reading`)
  await until(old, (readings) => readings.length === 1)
  return {
    ...{ status, error, text: (await client.call(api.getSourceText, { sourceId })).text },
    hits: found.data.filter((hit) => hit.sourceId === sourceId).map(({ start, end }) => [start, end]),
    mentions: await rows(
      `select name, start_offset, end_offset from mentions join trackers on trackers.id = tracker_id
       where source_id = '${sourceId}' order by 1, 2`,
    ),
    wrongCounters: await rows(
      `select tracker_id from tracker_counters join mentions using (tracker_id)
       group by tracker_id, tracker_counters.mentions having count(*) <> tracker_counters.mentions`,
    ),
  }
}

const jobs: Job[] = [
  {
    what: 'a source is read',
    start: async ({ client }, projectId) =>
      (await client.call(api.createSource, { projectId, title: newName(), text })).id,
    isDone: isRead,
    result: sourceResult,
    holds: [
      'before update on sources',
      'before insert on source_passages',
      'before insert on source_texts',
      'before insert on mentions',
      'constraint after insert on source_texts',
    ],
  },
  {
    what: 'a new version of a source is read',
    async start(node, projectId) {
      const source = { projectId, title: 'Versions', externalId: newName() }
      const { id } = await node.client.call(api.createSource, { ...source, text: 'The old text.' })
      await until(() => isRead(node, id), Boolean)
      await node.client.call(api.createSource, { ...source, text })
      return id
    },
    isDone: isRead,
    result: sourceResult,
    async meanwhile({ client }, sourceId) {
      assert.equal((await client.call(api.getSourceText, { sourceId })).text, 'The old text.')
    },
    holds: ['before update on source_texts'],
  },
  {
    what: 'a new tracker reads sources',
    start: async ({ client }, projectId) =>
      (await client.call(api.createTracker, { projectId, name: newName(), phrases: [{ text: 'again' }] })).id,
    isDone: isTracked,
    async result({ client }, trackerId) {
      const { counts } = await client.call(api.getTracker, { trackerId })
      const { data } = await client.call(api.getTrackerResults, { trackerId, limit: 200 })
      return { counts, numbers: data.map(({ seq }) => seq).sort((a, b) => a - b) }
    },
    holds: [
      'before insert on mentions',
      'before delete on tracker_backfills',
      'constraint after insert on mentions',
    ],
  },
  {
    what: 'a deleted tracker is removed',
    async start(node, projectId) {
      const tracker = { projectId, name: newName(), phrases: [{ text: 'again' }] }
      const { id: trackerId } = await node.client.call(api.createTracker, tracker)
      await until(() => isTracked(node, trackerId), Boolean)
      await node.client.call(api.deleteTracker, { trackerId })
      return trackerId
    },
    isDone: async ({ rows }, id) => (await rows(`select from trackers where id = '${id}'`)).length === 0,
    result: ({ rows }, id) => rows(`select from mentions where tracker_id = '${id}'`),
    holds: ['before delete on tracker_counters'],
  },
  {
    what: 'a skill runs',
    async start({ client, rows }, projectId) {
      const [source] = await rows<{ id: string }>(`select id from sources where title = 'First'`)
      const input = { sourceIds: [source!.id] }
      return (await client.call(api.startRun, { name: 'summarize', projectId, input })).id
    },
    isDone: async ({ client }, runId) => (await client.call(api.getRun, { runId })).finishedAt !== null,
    async result({ client }, runId) {
      const { status, output } = await client.call(api.getRun, { runId })
      assert.ok(output && output.citations.length > 0)
      return { status, output }
    },
    meanwhile: async ({ rows }) => {
      await rows(`update skill_runs set seen_at = seen_at - interval '1 minute' where status = 'running'`)
    },
    holds: [
      'after update of started_at on skill_runs',
      'before update of output on skill_runs',
      'constraint after update of output on skill_runs',
    ],
  },
  {
    what: 'an import runs',
    async start({ client }) {
      const name = newName()
      const rows = Array.from({ length: 1000 }, (_, n) => `${name}-${n},Name ${n}\n`)
      const file = new File(['id,family name\n', ...rows], 'patients.csv')
      return (await client.call(api.createImport, { kind: 'patients', file })).id
    },
    isDone: async ({ client }, importId) =>
      (await client.call(api.getImport, { importId })).finishedAt !== null,
    async result({ client, rows }, importId) {
      const { status, counts } = await client.call(api.getImport, { importId })
      const totals =
        await rows(`select (select count(*) from patients) - (select sum(created) from imports) as others,
        (select count(*) from patient_changes) - (select sum(created) from imports) as changes`)
      return { status, counts, totals }
    },
    holds: [
      'before insert on patients',
      'before update of created on imports',
      'constraint after update of created on imports',
      'before update of finished_at on imports',
    ],
  },
]

onKillableNode('kill -9 during a job', (node) => {
  let projectId: string
  before(async () => {
    const { client } = node()
    projectId = (await client.call(api.createProject, { name: 'Interviews' })).id
    for (const phrase of ['parcel', 'nobody', 'late']) {
      const query = `${phrase} NEAR/9 again`
      await client.call(api.createTracker, { projectId, name: phrase, phrases: [{ text: phrase }], query })
    }
    const { id } = await client.call(api.createSource, { projectId, title: 'First', text })
    await until(() => isRead(node(), id), Boolean)
  })

  for (const job of jobs)
    describe(`while ${job.what}`, () => {
      let undisturbed: unknown
      before(async () => {
        undisturbed = await resultOf(await job.start(node(), projectId))
      })
      for (const hold of job.holds)
        test(`${hold}: the next attempt leaves the same as one that nobody disturbs`, async () => {
          let id = ''
          await node().killDuring(async () => {
            const killed = node()
            id = await job.start(killed, projectId)
            // Until the node does not answer any more.
            for (;;) {
              await killed.client.call(api.listProjects)
              await wait(20)
            }
          }, hold)
          await job.meanwhile?.(node(), id)
          await runKilledJobsAgain(node().rows)
          assert.deepEqual(await resultOf(id), undisturbed)
        })

      async function resultOf(id: string): Promise<unknown> {
        await until(() => job.isDone(node(), id), Boolean)
        return job.result(node(), id)
      }
    })

  test('a source that kills each attempt fails with that reason', async () => {
    let sourceId = ''
    await node().killDuring(async () => {
      const { client, rows } = node()
      sourceId = (await client.call(api.createSource, { projectId, title: 'Deadly', text })).id
      await until(() => isRead(node(), sourceId), Boolean).finally(() =>
        // As if that had been the last attempt, a while ago.
        rows(`update pgboss.job set retry_count = retry_limit, heartbeat_on = now() - interval '1 hour'
              where state = 'active' and data->>'sourceId' = '${sourceId}'`),
      )
    }, 'before insert on source_passages')
    await until(() => isRead(node(), sourceId), Boolean)
    const { status, error } = await node().client.call(api.getSource, { sourceId })
    assert.deepEqual([status, error?.code], ['failed', 'interrupted'])
    assert.deepEqual(await node().rows(`select from mentions where source_id = '${sourceId}'`), [])
  })
})
