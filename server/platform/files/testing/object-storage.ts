import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { DUMMY_ACCOUNT } from 's3rver/lib/models/account.js'
import { until } from '../../../testing/until.ts'
import { setTestCredentials, testCredentials } from './credentials.ts'

/** What the network or the store does to a request. */
export type Fault =
  /** Answers 503. */
  | 'unavailable'
  /** Never answers. */
  | 'stall'
  /** Ends the connection in the middle of the response. */
  | 'cut'
  /** Changes a byte of what is sent. */
  | 'corrupt'

/** A store of objects on this machine, behind a proxy that fails on demand. */
export interface ObjectStorage {
  /** Returns an address with this prefix. */
  address(prefix: string): string
  /** Is asked at every request. */
  meddle: (request: { method: string; path: string }) => Fault | null
  /** Uploads in parts that were begun and neither completed nor aborted. */
  incomplete: Map<string, { key: string; at: Date }>
  stop(): Promise<void>
}

const bucket = 'aerie-test'

/** How many keys one response lists. */
export const listedAtOnce = 20

/** Starts one, and sets the credentials for it. */
export async function startObjectStorage(): Promise<ObjectStorage> {
  setTestCredentials()
  DUMMY_ACCOUNT.createKeyPair(testCredentials.AWS_ACCESS_KEY_ID, testCredentials.AWS_SECRET_ACCESS_KEY)
  const directory = await mkdtemp(join(tmpdir(), 'aerie-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  flushUploads(server)
  const { port } = await server.run()
  const proxy = createServer(
    (request, response) => void forward(request, response).catch(() => request.destroy()),
  )
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const storage: ObjectStorage = {
    address: (prefix) => `s3://${bucket}/${prefix}?endpoint=${endpoint}&region=us-east-1&pathStyle=true`,
    meddle: () => null,
    incomplete: new Map(),
    async stop() {
      proxy.closeAllConnections()
      proxy.close()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
  return storage

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const fault = storage.meddle({ method, path: url })
    const body = await buffer(request)
    if (fault === 'stall') return
    if (fault === 'unavailable') {
      const error = '<Code>SlowDown</Code><Message>Please reduce your request rate.</Message>'
      return sendXml(response, `<Error>${error}</Error>`, 503)
    }
    if (fault === 'corrupt' && body.length > 0) body[0]! ^= 1
    const { searchParams: query, pathname } = new URL(url, endpoint)
    const uploadId = query.get('uploadId')
    // s3rver breaks off a long list with a cipher that Node no longer has.
    if (method === 'GET' && query.has('list-type') && pathname.split('/')[1] === bucket)
      return listObjects(query, response)
    // It knows neither of these.
    if (method === 'GET' && query.has('uploads')) return listUploads(response)
    if (method === 'DELETE' && uploadId) {
      storage.incomplete.delete(uploadId)
      response.writeHead(204).end()
      return
    }
    const upstream = send({ host: '127.0.0.1', port, method, path: url, headers }).end(body)
    const [answer] = (await once(upstream, 'response')) as [IncomingMessage]
    const content = await buffer(answer)
    const started = /<UploadId>(\w+)</.exec(content.toString())?.[1]
    if (method === 'POST' && query.has('uploads') && started)
      storage.incomplete.set(started, { key: pathname.slice(bucket.length + 2), at: new Date() })
    if (method === 'POST' && uploadId) storage.incomplete.delete(uploadId)
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    if (fault !== 'cut') response.end(content)
    else response.write(content.subarray(0, content.length / 2), () => response.destroy())
  }

  async function listObjects(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const { objects, isTruncated } = await server.store.listObjects(bucket, {
      prefix: query.get('prefix') ?? '',
      startAfter: query.get('continuation-token') ?? '',
      maxKeys: listedAtOnce,
    })
    const keys = objects.map(({ key }) => `<Contents><Key>${key}</Key></Contents>`)
    const next = isTruncated ? `<NextContinuationToken>${objects.at(-1)?.key}</NextContinuationToken>` : ''
    sendXml(response, `<ListBucketResult>${keys.join('')}${next}</ListBucketResult>`)
  }

  function listUploads(response: ServerResponse): void {
    const uploads = [...storage.incomplete].map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    )
    sendXml(response, `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`)
  }
}

function sendXml(response: ServerResponse, content: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(content)
}

/** s3rver answers before what was sent has reached its file, and shows an object while it is being written. */
function flushUploads({ store }: S3rver): void {
  const putPart = store.putPart.bind(store)
  store.putPart = async (bucket, uploadId, part, content) => {
    const stored = await putPart(bucket, uploadId, part, content)
    const path = join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId, part)
    await access(path)
    await until(
      () => stat(path),
      ({ size }) => size === stored.size,
    )
    return stored
  }
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = await buffer(Readable.from(content))
    const md5 = createHash('md5').update(bytes).digest('hex')
    const path = store.getResourcePath(bucket, key, 'object')
    const written = `${path}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true })
    await writeFile(written, bytes)
    await store.putMetadata(bucket, key, metadata, md5)
    await rename(written, path)
    return { size: bytes.length, md5 }
  }
}
