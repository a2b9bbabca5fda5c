import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps small secrets such that whoever reads the database, or a copy of it, has nothing in hand. */
export interface SecretBox {
  /** `owner`, such as a person's id, is sealed with it: moved to someone else's row it does not open. */
  seal(secret: Buffer, owner: string): Buffer
  /** Null where it was sealed under another SECRET or for another owner, or was changed. */
  open(sealed: Buffer, owner: string): Buffer | null
}

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/** AES-256-GCM by a key made from SECRET for this purpose alone (HKDF, RFC 5869): nonce, ciphertext, tag. */
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
