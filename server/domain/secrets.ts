import { createHash, randomBytes } from 'node:crypto'

/** A secret for an address or cookie: 256 random bits. Only its hash is stored. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
