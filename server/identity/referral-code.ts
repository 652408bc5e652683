import { randomInt } from 'node:crypto'

/** 8 characters without those that look alike; 31^8 makes a clash improbable and the unique key refuses it. */
export function makeReferralCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ2345678'
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
}
