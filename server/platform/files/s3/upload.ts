import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  type UploadPartCommandOutput,
} from '@aws-sdk/client-s3'

/** The smallest that S3 accepts. An upload needs this much memory. */
const partBytes = 5 * 1024 * 1024

/** An object in a bucket. */
export interface Place {
  Bucket: string
  Key: string
}

/** Writes an object, in several parts unless it fits in one, and compares what the store holds with what was sent. */
export async function upload(client: S3Client, place: Place, content: AsyncIterable<Buffer>): Promise<void> {
  let started: MultipartUpload | undefined
  try {
    for await (const part of partsOf(content)) {
      if (!started && part.length < partBytes) return await putWhole(client, place, part)
      started ??= await startUpload(client, place)
      await started.add(part)
    }
    await started?.complete()
  } catch (error) {
    // If this fails, the sweep does it.
    await started?.abort().catch(() => {})
    throw error
  }
}

/** Returns the content in parts of the same size; at least one, and only the last is smaller. */
async function* partsOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let length = 0
  let isEmpty = true
  for await (const chunk of content) {
    chunks.push(chunk)
    length += chunk.length
    while (length >= partBytes) {
      const all = Buffer.concat(chunks)
      yield all.subarray(0, partBytes)
      isEmpty = false
      // Copied, so that the part can be freed.
      chunks = [Buffer.from(all.subarray(partBytes))]
      length -= partBytes
    }
  }
  if (length > 0 || isEmpty) yield Buffer.concat(chunks)
}

async function putWhole(client: S3Client, place: Place, content: Buffer): Promise<void> {
  const md5 = md5Of(content)
  const stored = await client.send(
    new PutObjectCommand({ ...place, Body: content, ContentMD5: md5.toString('base64') }),
  )
  if (differs(stored, md5.toString('hex'))) {
    await client.send(new DeleteObjectCommand(place))
    throw new Error('the store received other content than was sent')
  }
}

interface MultipartUpload {
  add(part: Buffer): Promise<void>
  complete(): Promise<void>
  abort(): Promise<void>
}

async function startUpload(client: S3Client, place: Place): Promise<MultipartUpload> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place))
  const upload = { ...place, UploadId }
  const parts: CompletedPart[] = []
  const sums: Buffer[] = []
  let bytes = 0
  return {
    async add(part) {
      const md5 = md5Of(part)
      const PartNumber = parts.length + 1
      const ContentMD5 = md5.toString('base64')
      const stored = await client.send(
        new UploadPartCommand({ ...upload, PartNumber, Body: part, ContentMD5 }),
      )
      if (differs(stored, md5.toString('hex')))
        throw new Error('the store received other content than was sent')
      parts.push({ PartNumber, ETag: stored.ETag })
      sums.push(md5)
      bytes += part.length
    },
    async complete() {
      const completed = { ...upload, MultipartUpload: { Parts: parts } }
      await client.send(new CompleteMultipartUploadCommand(completed))
      const { ContentLength } = await client.send(new HeadObjectCommand(place))
      if (ContentLength === bytes) return
      await client.send(new DeleteObjectCommand(place))
      throw new Error(`the store holds ${ContentLength} bytes instead of ${bytes}`)
    },
    abort: async () => void (await client.send(new AbortMultipartUploadCommand(upload))),
  }
}

const md5Of = (content: Buffer): Buffer => createHash('md5').update(content).digest()

/**
 * Returns whether the store holds other content. Every store checks Content-MD5 or should; the entity tag shows what it
 * received. With encryption by a key of the customer, the tag is no MD5.
 */
function differs(
  stored: Pick<UploadPartCommandOutput, 'ETag' | 'ServerSideEncryption' | 'SSECustomerAlgorithm'>,
  md5: string,
): boolean {
  const { ETag, ServerSideEncryption = 'AES256', SSECustomerAlgorithm } = stored
  const tag = ETag?.replaceAll('"', '') ?? ''
  if (!/^[0-9a-f]{32}$/.test(tag) || ServerSideEncryption !== 'AES256' || SSECustomerAlgorithm) return false
  return tag !== md5
}
