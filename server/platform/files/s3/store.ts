import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import { FileMissingError, type FileStore } from '../store.ts'
import { type S3Address, writeS3Address } from './address.ts'
import { createClient, type S3Patience, usualPatience } from './client.ts'
import { download } from './download.ts'
import { isMissing, isNotImplemented, troubleOf } from './errors.ts'
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
