import * as z from 'zod/mini'

/** Web addresses that people enter: http or https and a host name with a dot; the server never fetches them (D137). */

export const longestAddress = 300

/** A web address, or empty; people may leave out https://. */
export function webAddressField(invalid: string) {
  const tooLong = `Please use at most ${longestAddress} characters`
  return z.pipe(
    z.string().check(z.trim(), z.maxLength(longestAddress, { error: tooLong })),
    z.pipe(
      z.transform((text: string) => (text === '' || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`)),
      z.string().check(z.refine((text) => text === '' || isWebAddress(text), { error: invalid })),
    ),
  )
}

export function isWebAddress(text: string): boolean {
  try {
    const { protocol, hostname } = new URL(text)
    return /^https?:$/.test(protocol) && hostname.includes('.')
  } catch {
    return false
  }
}
