import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { Config } from '../config.ts'
import type { Services } from './services.ts'

/** Returns a secret for an address or cookie: 256 random bits, of which only the hash is stored. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Returns the installation's secrets: the present one, with which we sign, then the former one while it is known. */
export function installationSecrets({
  sessionSecret,
  previousSessionSecret,
}: Pick<Config, 'sessionSecret' | 'previousSessionSecret'>): [present: string, ...former: string[]] {
  return [sessionSecret, ...(previousSessionSecret ? [previousSessionSecret] : [])]
}

/** Returns a key for one purpose, derived from the secret of the installation. */
export function deriveKey(installationSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', installationSecret, '', purpose, 32))
}

type Signing = Pick<Services, 'clock' | 'config'>

/** Returns a token with a text for one purpose, signed by us: everybody can read it, and nobody else can make one. */
export function signText({ clock, config }: Signing, purpose: string, text: string, lifetimeMs: number): string {
  const [secret] = installationSecrets(config)
  return sign(secret, purpose, `${clock.now().getTime() + lifetimeMs} ${text}`)
}

/** Returns the text of a token that one of our secrets has signed for a purpose; null when none has, or it has expired. */
export function readSigned({ clock, config }: Signing, purpose: string, token: string): string | null {
  const signed = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
  const given = Buffer.from(token)
  const isOurs = installationSecrets(config).some((secret) => {
    const own = Buffer.from(sign(secret, purpose, signed))
    return own.length === given.length && timingSafeEqual(own, given)
  })
  const [expiresAt = '', text = ''] = signed.split(/ (.*)/s)
  return isOurs && Number(expiresAt) > clock.now().getTime() ? text : null
}

function sign(installationSecret: string, purpose: string, text: string): string {
  const signature = createHmac('sha256', deriveKey(installationSecret, purpose)).update(text).digest('base64url')
  return `${Buffer.from(text).toString('base64url')}.${signature}`
}

/** Encrypts a text that must be read again, bound to its owner: it opens nothing in another person's row. */
export function seal(text: string, key: Buffer, owner: string): string {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a sealed text. Returns null when key or owner differ or the text was changed. */
export function openSealed(sealed: string, key: Buffer, owner: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)]
  try {
    const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner))
    opening.setAuthTag(tag)
    return opening.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + opening.final('utf8')
  } catch {
    return null
  }
}
