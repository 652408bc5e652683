import punycode from 'punycode.js'
import { normalizeText } from './typed-text.ts'

/** One form for the addresses and domains that people type (D200). */

/** Characters that show nothing. Joiners and variation selectors among them belong inside some names. */
const invisible = /\p{Default_Ignorable_Code_Point}|\u2800/u

/** Returns an email address in lower case, with a domain of other letters in ASCII: `info@xn--bcher-kva.example`. */
export function normalizeAddress(text: string): string {
  const address = normalizeText(text).toLowerCase()
  const domainAt = address.lastIndexOf('@') + 1
  return domainAt === 0 ? address : address.slice(0, domainAt) + normalizeDomain(address.slice(domainAt))
}

/** The characters of domains in any language, with the full stops of East Asia. */
const domainCharacters = /^[\p{L}\p{M}\p{N}.\u3002\uFF0E\uFF61-]+$/u

/** Returns a domain in lower case and ASCII; empty if it is none, unchanged if no domain can have its characters. */
export function normalizeDomain(text: string): string {
  const domain = normalizeText(text).toLowerCase()
  if (/^[!-~]*$/.test(domain) && !domain.includes('xn--')) return domain
  if (invisible.test(domain) || !domainCharacters.test(domain)) return domain
  const url = `http://${domain}`
  const ascii = URL.canParse(url) ? new URL(url).hostname : ''
  return decode(ascii) === null ? '' : ascii
}

/** Returns an address or a domain with the letters of its own language; inputs take this form, too. */
export function readableAddress(address: string): string {
  const readable = address.includes('xn--') ? decode(address) : null
  return readable === null || isDeceptive(readable) ? address : readable
}

/** Returns an address or a domain with its labels decoded; null if they are not valid. */
function decode(address: string): string | null {
  try {
    const readable = punycode.toUnicode(address)
    return domainCharacters.test(domainOf(readable)) ? readable : null
  } catch {
    return null
  }
}

/** Returns whether a word mixes alphabets to imitate another one; like browsers, we then show the domain in ASCII. */
function isDeceptive(address: string): boolean {
  const isMixed = (label: string) =>
    /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label)
  return invisible.test(address) || domainOf(address).split('.').some(isMixed)
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

const namesOfInvisible: Record<string, string> = {
  '\u00AD': 'soft hyphen',
  '\u200B': 'zero-width space',
  '\u200C': 'zero-width non-joiner',
  '\u200D': 'zero-width joiner',
  '\u200E': 'left-to-right mark',
  '\u200F': 'right-to-left mark',
  '\u2060': 'word joiner',
  '\uFEFF': 'byte order mark',
}

/** Returns what to do about an invisible character in an address, such as one that was copied along; null without one. */
export function adviseInvisible(address: string): string | null {
  const found = invisible.exec(address)
  if (!found) return null
  const [character] = found
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
  const code = `U+${'0'.repeat(Math.max(0, 4 - digits.length))}${digits}`
  const name = namesOfInvisible[character]
  const place = `after “${address.slice(0, found.index)}”`
  return `There is an invisible character (${name ? `${name}, ${code}` : code}) ${place}. Please delete it, or type the address again.`
}
