import { readableAddress } from './typed-address.ts'

/** Returns an address masked for other people: `a***@example.com` (D115). */
export function maskEmail(email: string): string {
  const [name = '', domain = ''] = readableAddress(email).split('@')
  return `${name.slice(0, 1)}***@${domain}`
}
