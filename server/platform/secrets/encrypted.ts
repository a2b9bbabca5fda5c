import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secret, Secrets } from './secrets.ts'

/** Encrypted data, as a row stores it. */
export interface Encrypted {
  /** Nonce, ciphertext and tag. */
  bytes: Buffer
  secretId: string
}

/** What the data is for. It can be decrypted only for the same use. */
export interface Use {
  /** The purpose of the key. */
  purpose: string
  /** Such as a user's id: copied to another user's row, the data is useless. */
  owner: string
}

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/** Encrypts small data (AES-256-GCM), so that a copy of the database does not reveal it. */
export function encrypt(secret: Secret, plain: Buffer, { purpose, owner }: Use) {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, secret.key(purpose), nonce).setAAD(Buffer.from(owner))
  const bytes = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return { bytes, secretId: secret.id } satisfies Encrypted
}

/** Returns null if SECRET does not list the secret, the use is another one, or the data was changed. */
export function decrypt(secrets: Secrets, { bytes, secretId }: Encrypted, use: Use): Buffer | null {
  const secret = secrets.find(secretId)
  return secret ? decryptWith(secret, bytes, use) : null
}

function decryptWith(secret: Secret, bytes: Buffer, { purpose, owner }: Use): Buffer | null {
  const decipher = createDecipheriv(algorithm, secret.key(purpose), bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
