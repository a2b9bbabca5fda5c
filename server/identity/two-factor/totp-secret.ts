import { decrypt, encrypt, type Secrets } from '#platform'

/** The columns of `two_factor` with the encrypted secret of a user's authenticator app. */
export interface EncryptedTotpSecret {
  secret: Buffer
  encryptedWith: string
}

const purposeFor = (userId: string) => ({ purpose: 'aerie two-factor secrets', owner: userId })

/** Encrypts with the newest secret. */
export function encryptTotpSecret(secrets: Secrets, plain: Buffer, userId: string): EncryptedTotpSecret {
  const { bytes, secretId } = encrypt(secrets.newest, plain, purposeFor(userId))
  return { secret: bytes, encryptedWith: secretId }
}

/** Returns null if SECRET does not list the secret it was encrypted with. */
export const decryptTotpSecret = (
  secrets: Secrets,
  { secret, encryptedWith }: EncryptedTotpSecret,
  userId: string,
): Buffer | null => decrypt(secrets, { bytes: secret, secretId: encryptedWith }, purposeFor(userId))
