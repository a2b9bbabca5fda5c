import { S3Client } from '@aws-sdk/client-s3'
import type { S3Address } from './address.ts'

/** What a store may take, in milliseconds. */
export interface S3Patience {
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
