import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { FileMissingError, type FileStore, FileStoreError } from '../store.ts'
import { type S3Address, writeS3Address } from './address.ts'
import { download } from './download.ts'
import { upload } from './upload.ts'

/** Keeps files in object storage. */
export function openS3Store(place: S3Address, patience: S3Patience = usualPatience): FileStore {
  const client = createClient(place, patience)
  const { bucket: Bucket, prefix } = place
  const at = (key: string) => ({ Bucket, Key: prefix + key })
  const address = writeS3Address(place)

  /** Makes errors of the store sentences. */
  const explained = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error) => {
      throw troubleOf(error, address)
    })

  return {
    address,
    put: (key, content) => explained(() => upload(client, at(key), content)),
    get: (key, range) =>
      download(client, at(key), range).catch((error) => {
        throw isMissing(error) ? new FileMissingError(key) : troubleOf(error, address)
      }),
    sizeOf: (key) =>
      explained(async () => {
        try {
          return (await client.send(new HeadObjectCommand(at(key)))).ContentLength ?? null
        } catch (error) {
          if (isMissing(error as Error)) return null
          throw error
        }
      }),
    remove: (key) => explained(async () => void (await client.send(new DeleteObjectCommand(at(key))))),
    async *list(folder) {
      for (let next: string | undefined; ; ) {
        const listing = new ListObjectsV2Command({
          Bucket,
          Prefix: `${prefix}${folder}/`,
          ContinuationToken: next,
        })
        const { Contents = [], NextContinuationToken } = await explained(() => client.send(listing))
        const keys = Contents.map(({ Key = '' }) => Key.slice(prefix.length))
        if (keys.length > 0) yield keys
        if (NextContinuationToken === undefined) return
        next = NextContinuationToken
      }
    },
    // Stores that cannot list incomplete uploads need a lifecycle rule.
    removeUnfinished: (before) =>
      explained(async () => {
        for (let from: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> = {}; ; ) {
          const listing = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...from })
          const listed = await client.send(listing).catch((error) => {
            if (isNotImplemented(error)) return {} as ListMultipartUploadsCommandOutput
            throw error
          })
          const { Uploads = [], IsTruncated, NextKeyMarker, NextUploadIdMarker } = listed
          for (const { Key, UploadId, Initiated } of Uploads)
            if (Initiated && Initiated.getTime() < before)
              await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
          if (!IsTruncated) return
          from = { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
        }
      }),
  }
}

/** What a store may take, in milliseconds. */
interface S3Patience {
  connect: number
  /** The time from the request to the beginning of the response. */
  respond: number
  /** How long a connection may pass no byte in either direction. */
  idle: number
  /** How often a request is tried. */
  attempts: number
}

export const usualPatience: S3Patience = { connect: 5000, respond: 60_000, idle: 30_000, attempts: 3 }

/** Creates a client. It finds credentials as every S3 client does, and renews them. */
export function createClient(
  { endpoint, region, pathStyle }: S3Address,
  { connect, respond, idle, attempts }: S3Patience,
): S3Client {
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    forcePathStyle: pathStyle,
    maxAttempts: attempts,
    // Many stores do not know the SDK's own checksums, and keep their framing as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connect,
      requestTimeout: respond,
      throwOnRequestTimeout: true,
      socketTimeout: idle,
    },
  })
}

interface S3Error extends Error {
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** Returns whether an object is missing. For a missing bucket, some requests return the same. */
const isMissing = ({ name, $metadata }: S3Error): boolean =>
  name === 'NoSuchKey' || (name === 'NotFound' && $metadata?.httpStatusCode === 404)

/** Returns whether the store does not implement a request. */
const isNotImplemented = ({ name, $metadata }: S3Error): boolean =>
  name === 'NotImplemented' || $metadata?.httpStatusCode === 501

/** Explains an error of the SDK to the operator. */
function troubleOf(error: S3Error, address: string): FileStoreError {
  const { name, code, message } = error
  const what = [name === 'Error' ? code : name, message || code].filter(Boolean).join(': ')
  return new FileStoreError(`The object storage ${address} does not work: ${what}`, { cause: error })
}
