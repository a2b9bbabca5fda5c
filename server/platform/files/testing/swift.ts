import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { createClient, usualPatience } from '../s3/store.ts'
import { setTestCredentials, testCredentials } from './credentials.ts'
import { listedAtOnce, type ObjectStorage } from './object-storage.ts'

/** Debian's, which has Debian's packages. */
const python = '/usr/bin/python3'
const modules = ['proxy', 'account', 'container', 'obj'].map((name) => `swift.${name}.server`)

/** Whether OpenStack Swift is installed. */
export const isSwiftThere = () => spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0

/** Starts OpenStack Swift on this machine, and sets the credentials for it. It ends with this process. */
export async function startSwift(): Promise<Pick<ObjectStorage, 'address' | 'stop'>> {
  setTestCredentials()
  const folder = await mkdtemp(join(tmpdir(), 'aerie-swift-'))
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = testCredentials
  const program = join(import.meta.dirname, 'run-swift.py')
  const child = spawn(
    python,
    [program, folder, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, String(listedAtOnce)],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const ended = once(child, 'exit')
  const errors = text(child.stderr)
  const [port] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  if (child.exitCode !== null) throw new Error(`Swift did not start:\n${await errors}`)
  const bucket = 'aerie-test'
  const place = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', pathStyle: true }
  const client = createClient({ ...place, bucket, prefix: '' }, usualPatience)
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return {
    address: (prefix) =>
      `s3://${bucket}/${prefix}?endpoint=${place.endpoint}&region=${place.region}&pathStyle=true`,
    async stop() {
      child.stdin.end()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
