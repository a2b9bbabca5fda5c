import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { sealBatch } from '#audit'
import { createClient } from '#client'
import { createApiKey, getMe, revokeApiKey, signIn, signOut, verifyTotp } from '#contract'
import { Secrets } from '#platform'
import {
  codeOf,
  type Installation,
  newInstallation,
  newVisitor,
  postgres,
  refusal,
  testInFull,
  testPassword,
  until,
} from '#testing'
import { addTwoFactorUser, addVisitor, forgetLastCode } from '../../identity/testing/two-factor.ts'
import { startAerie } from '../../testing/program.ts'

const [old, added] = ['an older secret that only this test knows', 'a newer secret that only this test knows']
const [oldId, newId] = new Secrets([old, added]).ids as [string, string]

const cookie = 'aerie.session_token'

/** A node, and its calls in progress. */
interface Node {
  url: string
  db: Awaited<ReturnType<Installation['start']>>['db']
  secrets: Secrets
  calls: Set<Promise<unknown>>
  stop(): Promise<void>
}

describe('rotating the secret, postgresql', { skip: !postgres && 'needs PostgreSQL' }, () => {
  let installation: Installation
  beforeEach(async () => {
    installation = await newInstallation('postgresql')
  })
  afterEach(() => installation.remove())

  async function start(...list: string[]): Promise<Node> {
    const { address: url, db, stop } = await installation.start({ SECRET: list.join(',') })
    return { url, db, secrets: new Secrets(list), calls: new Set(), stop }
  }

  /** Runs one of the operators' commands with these secrets. */
  async function aerie(args: string, ...list: string[]) {
    const settings = { SECRET: list.join(','), DATABASE_URL: installation.databaseUrl }
    const { code, stdout, stderr } = await startAerie(args.split(' '), settings).ended
    return { code, text: (code === 0 ? stdout : stderr).trim() }
  }

  testInFull(
    'while clients go on and nodes restart one after the other, nobody gets a 401 and no seal breaks',
    async () => {
      const nodes = [await start(old), await start(old)]
      const first = nodes[0]!
      const { browser } = await addVisitor(first)
      const { token: apiKey } = await browser.call(createApiKey, { name: 'Used all the time' })
      const twoFactor = await addTwoFactorUser(first)

      let turns = 0
      /** Does something at the node whose turn it is. */
      async function at<T>(work: (node: Node) => Promise<T>): Promise<T> {
        const node = nodes[turns++ % nodes.length]!
        const call = work(node)
        node.calls.add(call)
        return call.finally(() => node.calls.delete(call))
      }
      const clients = [
        () => at((node) => browser.at(node).call(getMe)),
        () => at((node) => createClient({ baseUrl: node.url, apiKey }).call(getMe)),
        async () => {
          const { id } = await at((node) =>
            browser.at(node).call(createApiKey, { name: 'Fills the audit log' }),
          )
          await at((node) => browser.at(node).call(revokeApiKey, { keyId: id }))
        },
        async () => {
          const { email, id, secret } = twoFactor
          await at((node) => forgetLastCode(node, id))
          const visitor = newVisitor({ url: '' })
          await at((node) => visitor.at(node).call(signIn, { email, password: testPassword }))
          await at((node) => visitor.at(node).call(verifyTotp, { code: codeOf(secret) }))
          await at((node) => visitor.at(node).call(getMe))
          await at((node) => visitor.at(node).call(signOut))
        },
        () => at(({ db, secrets }) => sealBatch(db, secrets.newest)),
      ]
      const rounds = clients.map(() => 0)
      let isOver = false
      const running = Promise.all(
        clients.map(async (step, client) => {
          for (; !isOver; rounds[client]!++) await step()
        }),
      ).then(() => {})

      /** Waits until each client has begun and finished everything it does. */
      async function round(): Promise<void> {
        const begin = [...rounds]
        const done = until(
          async () => [...rounds],
          (now) => now.every((count, client) => count > begin[client]! + 1),
        )
        await Promise.race([done, running])
      }
      async function restartAll(...list: string[]): Promise<void> {
        for (const place of [0, 1]) {
          const [node] = nodes.splice(place, 1)
          await Promise.allSettled(node!.calls)
          await node!.stop()
          nodes.splice(place, 0, await start(...list))
          await round()
        }
      }

      await round()
      await restartAll(old, added)
      await restartAll(added, old)
      const rotated = await aerie('secret rotate', added, old)
      assert.equal(rotated.code, 0, rotated.text)
      assert.match(
        rotated.text,
        new RegExp(
          `^Encrypted the two-factor authentication data of 1 user with the secret ${newId}\\.\\n` +
            // The browser in which two-factor authentication was turned on is not used any more.
            `The secret ${oldId} is needed for 1 session and verifying \\d+ seals? of the audit log\\. Sessions change to the newest secret when they are used\\. The last one ends on \\d{4}-\\d\\d-\\d\\d\\.$`,
        ),
      )
      await restartAll(added)
      isOver = true
      await running

      assert.equal(browser.cookies.get(cookie)?.split('.')[1], newId)
      await refusal(twoFactor.browser.at(nodes[0]!).call(getMe), 'unauthenticated')
      const whole = await aerie('audit verify', added, old)
      assert.match(whole.text, / No tampering found\.$/)
      const { code, text } = await aerie('audit verify', added)
      assert.equal(code, 1)
      assert.match(text, /^The audit log cannot be verified completely\./)
      assert.match(
        text,
        new RegExp(
          `\\n {2}seal 1 cannot be verified, like all up to seal \\d+: SECRET does not list the secret ${oldId}\\n`,
        ),
      )
    },
  )

  test('a repeated rotation encrypts and records nothing again', async () => {
    const before = await start(old)
    const { browser } = await addVisitor(before)
    const twoFactor = await addTwoFactorUser(before)
    await sealBatch(before.db, before.secrets.newest)
    await before.stop()

    const node = await start(added, old)
    const codeIsRight = async () => {
      await forgetLastCode(node, twoFactor.id)
      const visitor = newVisitor(node)
      await visitor.call(signIn, { email: twoFactor.email, password: testPassword })
      await visitor.call(verifyTotp, { code: codeOf(twoFactor.secret) })
    }
    await browser.at(node).call(getMe)
    assert.equal(browser.cookies.get(cookie)?.split('.')[1], newId)
    await codeIsRight()
    const first = await aerie('secret rotate', added, old)
    assert.match(first.text, /^Encrypted the two-factor authentication data of 1 user with /)
    await codeIsRight()
    assert.match((await aerie('audit verify', added, old)).text, / No tampering found\.$/)

    const again = await aerie('secret rotate', added, old)
    assert.match(again.text, /^Encrypted the two-factor authentication data of 0 users with /)
    const { rows: entries } = await node.db.pool.query(
      `select target_label as to, details, via, seal is not null as sealed
       from audit_log left join audit_sealed_entries on entry_id = id where action = 'secret.rotate'`,
    )
    assert.deepEqual(entries, [
      { to: newId, details: { formerSecrets: oldId }, via: 'operator', sealed: true },
    ])
  })

  test('it says what still needs a secret that is missing, and when there is nothing to rotate', async () => {
    const node = await start(old)
    assert.deepEqual(await aerie('secret rotate', old), {
      code: 0,
      text: `The secret ${oldId} is the only one in use. To replace it, put a new one in front of it in SECRET, with a comma between them.`,
    })
    await addTwoFactorUser(node)
    await node.db.pool.query('delete from sessions')
    await node.stop()
    assert.deepEqual(await aerie('secret rotate', added), {
      code: 1,
      text: [
        `Encrypted the two-factor authentication data of 0 users with the secret ${newId}.`,
        `The secret ${oldId}, which SECRET does not list, is needed for the two-factor authentication data of 1 user. Add it to SECRET and run this command again. Without it, these users need a recovery code.`,
      ].join('\n'),
    })
    const replaced = await aerie('secret replace', 'a secret that replaces one that is lost')
    assert.equal(replaced.code, 0, replaced.text)
    assert.match(
      replaced.text,
      /^Aerie now starts with the secret \w{8}\. Without the former one, these are lost: the two-factor authentication data of \d+ users?\b.* will need a recovery code\.$/,
    )
  })

  test('no node signs with a secret, and nothing is encrypted with one, that a running node does not list', async () => {
    const running = await start(added, old)
    const third = 'a third secret that only this test knows'
    const [thirdId] = new Secrets([third]).ids
    await assert.rejects(start(third, added, old), {
      name: 'ConfigError',
      message: `SECRET begins with the secret ${thirdId}, which another running node does not list. Add it at the end of SECRET on all nodes first.`,
    })
    await assert.rejects(start(old), {
      name: 'ConfigError',
      message: `SECRET does not list the secret ${newId}, which another running node signs with.`,
    })
    assert.deepEqual(await aerie('secret rotate', third, added, old), {
      code: 1,
      text: `1 running node without the secret ${thirdId} could not decrypt what this command encrypts. Add it to SECRET on all nodes first.`,
    })
    const next = await start(added, old, third)
    await running.stop()
    await (await start(third, added, old)).stop()
    await next.stop()
    assert.equal((await aerie('secret rotate', third)).code, 0)
  })
})
