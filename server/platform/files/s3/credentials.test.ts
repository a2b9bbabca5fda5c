import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { newId } from '#platform'
import { testCredentials } from '../testing/credentials.ts'
import { type ObjectStorage, startObjectStorage } from '../testing/object-storage.ts'

const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = testCredentials
const program = fileURLToPath(new URL('../testing/write-and-read.ts', import.meta.url))

describe('credentials for object storage', () => {
  let storage: ObjectStorage
  let folder: string
  before(async () => {
    storage = await startObjectStorage()
    folder = await mkdtemp(join(tmpdir(), 'aerie-credentials-'))
  })
  after(async () => {
    await storage.stop()
    await rm(folder, { recursive: true })
  })

  /** What a process that has only these variables reads from the storage. */
  async function readWith(env: Record<string, string>): Promise<string> {
    const alone = { PATH: process.env.PATH, HOME: folder, ...env }
    const { stdout } = await promisify(execFile)(process.execPath, [program, storage.address(newId())], {
      env: alone,
    })
    return stdout
  }

  test('come from a profile', async () => {
    const file = join(folder, 'credentials')
    const profile = (name: string, key: string) =>
      `[${name}]\naws_access_key_id = ${key}\naws_secret_access_key = ${secret}\n`
    await writeFile(file, profile('default', 'another') + profile('aerie', id))
    const env = { AWS_SHARED_CREDENTIALS_FILE: file, AWS_EC2_METADATA_DISABLED: 'true' }
    assert.equal(await readWith({ ...env, AWS_PROFILE: 'aerie' }), 'content\n')
    await assert.rejects(readWith(env), /does not work: InvalidAccessKeyId/)
  })

  test('come from the role of the instance', async () => {
    const token = newId()
    const Expiration = new Date(Date.now() + 3_600_000).toISOString()
    const credentials = {
      Code: 'Success',
      AccessKeyId: id,
      SecretAccessKey: secret,
      Token: 'any',
      Expiration,
    }
    const answers: Record<string, string> = {
      'PUT /latest/api/token': token,
      'GET /latest/meta-data/iam/security-credentials/': 'aerie-node',
      'GET /latest/meta-data/iam/security-credentials/aerie-node': JSON.stringify(credentials),
    }
    const metadata = createServer(({ method, url, headers }, response) => {
      const isAllowed = method === 'PUT' || headers['x-aws-ec2-metadata-token'] === token
      const answer = isAllowed ? answers[`${method} ${url}`] : undefined
      response.writeHead(answer ? 200 : 401).end(answer)
    }).listen(0, '127.0.0.1')
    await once(metadata, 'listening')
    const endpoint = `http://127.0.0.1:${(metadata.address() as AddressInfo).port}`
    try {
      assert.equal(await readWith({ AWS_EC2_METADATA_SERVICE_ENDPOINT: endpoint }), 'content\n')
    } finally {
      metadata.closeAllConnections()
      metadata.close()
    }
  })

  test('that are missing are reported to the operator', async () => {
    await assert.rejects(
      readWith({ AWS_EC2_METADATA_DISABLED: 'true' }),
      /The object storage s3:\S+ does not work: CredentialsProviderError: /,
    )
  })
})
