import { randomInt } from 'node:crypto'

/**
 * Returns 8 characters without look-alikes. Among 31^8 codes a collision is unlikely, and the unique key refuses it.
 */
export function makeReferralCode(): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ2345678'
  return Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
