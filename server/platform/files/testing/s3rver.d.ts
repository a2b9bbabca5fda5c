declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    readonly store: {
      putPart(bucket: string, uploadId: string, part: string, content: unknown): Promise<{ size: number }>
      putObject(object: {
        bucket: string
        key: string
        content: Buffer | NodeJS.ReadableStream
        metadata: object
      }): Promise<{ size: number; md5: string }>
      putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
      listObjects(
        bucket: string,
        options: { prefix: string; startAfter: string; maxKeys: number },
      ): Promise<{ objects: { key: string }[]; isTruncated: boolean }>
      getResourcePath(bucket: string, key: string | undefined, resource: string): string
    }
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
declare module 's3rver/lib/models/account.js' {
  /** Owns all buckets. */
  export const DUMMY_ACCOUNT: { createKeyPair(accessKeyId: string, secretAccessKey: string): void }
}
