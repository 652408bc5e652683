import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../kernel/secrets.ts'

/** Signed tokens in reminder mails: each can mark one step as done or open, until it expires, and nothing else. */

const lifetimeMs = 60 * 24 * 60 * 60_000
const purpose = 'next-step-done'
const idBytes = 16
const expiryBytes = 6
const tokenPattern = /^[\w-]{72}$/

/** Returns the token of a step. It needs no row: without its step it means nothing. */
export function makeDoneToken(installationSecret: string, stepId: string, at: Date): string {
  const signed = Buffer.alloc(idBytes + expiryBytes)
  signed.write(stepId.replaceAll('-', ''), 'hex')
  signed.writeUIntBE(at.getTime() + lifetimeMs, idBytes, expiryBytes)
  return Buffer.concat([signed, sign(installationSecret, signed)]).toString('base64url')
}

/** Returns the step of a token that one of our secrets has signed; null when it is not ours or has expired. */
export function readDoneToken(installationSecrets: readonly string[], token: string, at: Date): string | null {
  if (!tokenPattern.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const signed = bytes.subarray(0, idBytes + expiryBytes)
  const signature = bytes.subarray(idBytes + expiryBytes)
  const isOurs = installationSecrets.some((secret) => timingSafeEqual(signature, sign(secret, signed)))
  if (!isOurs || signed.readUIntBE(idBytes, expiryBytes) <= at.getTime()) return null
  return signed.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function sign(installationSecret: string, signed: Buffer): Buffer {
  return createHmac('sha256', deriveKey(installationSecret, purpose)).update(signed).digest()
}
