import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts small secrets, so that a copy of the database does not reveal them. */
export interface SecretBox {
  /** Binds the secret to `owner`, such as a user's id: in another user's row it does not open. */
  seal(secret: Buffer, owner: string): Buffer
  /** Returns null if it was sealed with another SECRET or for another owner, or was changed. */
  open(sealed: Buffer, owner: string): Buffer | null
}

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/** Uses AES-256-GCM with a key derived from SECRET (HKDF, RFC 5869). Output: nonce, ciphertext, tag. */
export function createSecretBox(secret: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'aerie two-factor secrets', 32))
  return {
    seal(plain, owner) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner))
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, owner) {
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(-tagBytes))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
