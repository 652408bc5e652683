import { readMailbox, splitName, type ListedPerson } from './recipients.ts'

/** Contact cards: vCard 2.1 (Outlook), 3.0 (Apple, Google) and 4.0. */

/** Returns whether a text holds contact cards. */
export function isCards(text: string): boolean {
  return /^BEGIN:VCARD\s*$/im.test(text)
}

interface Property {
  name: string
  parameters: string
  value: string
}

const property = /^(?:[\w-]+\.)?(EMAIL|N|FN|KIND|X-ADDRESSBOOKSERVER-KIND)((?:;[^:]*)?):(.*)$/i

/** Returns the person of each card, with the preferred address or else the first. Cards of groups are left out. */
export function readCards(text: string): ListedPerson[] {
  // A line that begins with a blank continues the one before.
  const cards = text.replaceAll(/\n[ \t]/g, '').split(/^END:VCARD\s*$/im)
  return cards
    .filter(isCards)
    .map((card) => readProperties(card.split('\n')))
    .filter((card) => !card.some(({ name, value }) => name.endsWith('KIND') && /^group$/i.test(value.trim())))
    .map(personOfCard)
}

function readProperties(lines: readonly string[]): Property[] {
  const properties: Property[] = []
  for (let at = 0; at < lines.length; at++) {
    const [, name = '', parameters = '', start = ''] = property.exec(lines[at] ?? '') ?? []
    if (name === '') continue
    let value = start
    const isQuoted = /QUOTED-PRINTABLE/i.test(parameters)
    // Here, a "=" at the end continues the line.
    while (isQuoted && value.endsWith('=') && at + 1 < lines.length) value = value.slice(0, -1) + (lines[++at] ?? '')
    properties.push({ name: name.toUpperCase(), parameters, value: isQuoted ? decodeQuoted(value, parameters) : value })
  }
  return properties
}

function decodeQuoted(value: string, parameters: string): string {
  const bytes = value.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const isWindows = /CHARSET="?(windows|iso-8859)/i.test(parameters)
  const decoder = new TextDecoder(isWindows ? 'windows-1252' : 'utf-8')
  return decoder.decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
}

function personOfCard(card: readonly Property[]): ListedPerson {
  const addresses = card.filter(({ name, value }) => name === 'EMAIL' && value.trim() !== '')
  const preferred = addresses.find(({ parameters }) => /[;,="]pref(=1)?(?=[;,"]|$)/i.test(parameters))
  const { email } = readMailbox((preferred ?? addresses[0])?.value ?? '')
  const valueOf = (wanted: string) => card.find(({ name }) => name === wanted)?.value ?? ''
  const [lastName = '', firstName = ''] = valueOf('N')
    .split(/(?<!\\);/)
    .map(unescaped)
  if (firstName !== '' || lastName !== '') return { email, firstName, lastName }
  const fullName = unescaped(valueOf('FN'))
  return { email, ...splitName(fullName.includes('@') ? '' : fullName) }
}

function unescaped(value: string): string {
  return value.replaceAll(/\\n/gi, ' ').replaceAll(/\\(.)/g, '$1').trim()
}
