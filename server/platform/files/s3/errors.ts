import { FileStoreError } from '../store.ts'

interface S3Error extends Error {
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** Returns whether an object is missing. For a missing bucket, some requests return the same. */
export const isMissing = ({ name, $metadata }: S3Error): boolean =>
  name === 'NoSuchKey' || (name === 'NotFound' && $metadata?.httpStatusCode === 404)

/** Returns whether the store does not implement a request. */
export const isNotImplemented = ({ name, $metadata }: S3Error): boolean =>
  name === 'NotImplemented' || $metadata?.httpStatusCode === 501

/** Explains an error of the SDK to the operator. */
export function troubleOf(error: S3Error, address: string): FileStoreError {
  const { name, code, message } = error
  const what = [name === 'Error' ? code : name, message || code].filter(Boolean).join(': ')
  return new FileStoreError(`The object storage ${address} does not work: ${what}`, { cause: error })
}
