/** Addresses and names as mail programs write them together, and the contact cards that they export. */

/** One line of a list of people as written; the server judges it (D118). */
export interface ListedPerson {
  email: string
  firstName: string
  lastName: string
}

// It begins only where a word begins, so that long texts without an address are read quickly.
const address = /(?<![^\s<>()[\]",;:])[^\s@<>()[\]",;:]+@[^\s<>()[\]",;]+/g

/** Returns the different addresses in a text, without `mailto:` and brackets. */
export function readAddresses(text: string): string[] {
  const found = text.match(address) ?? []
  return [...new Set(found.map((one) => one.replaceAll(/^'+|['.]+$/g, '')))]
}

/** Returns the address in angle brackets, or else the first one, and the name around it; any other text as an address. */
export function readMailbox(text: string): { email: string; name: string } {
  const [bracketed = ''] = /<[^<>]*>/.exec(text) ?? []
  const email = readAddresses(bracketed)[0] ?? readAddresses(text)[0]
  if (email === undefined) return { email: text.trim(), name: '' }
  const rest = text.replaceAll(email, ' ').replaceAll(/mailto:/gi, ' ')
  const plain = rest.replaceAll(/[<>"\\]/g, ' ').trim()
  // "ada@x.test (Ada Lovelace)", or "Ada Lovelace (Sales) <ada@x.test>"
  const [, comment = ''] = /^\(([^()]*)\)$/.exec(plain) ?? []
  const name = comment || plain
  return { email, name: /\p{L}/u.test(name) && !name.includes('@') ? withoutFieldName(trimName(name)) : '' }
}

/** Returns nothing for what only says that an address follows, such as "Email:". */
function withoutFieldName(name: string): string {
  return /^(e-?mail|mail|to|cc|bcc|from)$/i.test(name) ? '' : name
}

/** Returns a name with single blanks, and without remarks in brackets, quotes, bullets and separators at its ends. */
function trimName(name: string): string {
  return name
    .replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^(\d+[.)]|[\s'‘“„,;•*–-])+|[\s'’”“,;:–-]+$/g, '')
}

/** Returns first and last name of "Ada Lovelace" or "Lovelace, Ada". */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [before = '', after] = trimName(name).split(/\s*,\s*/, 2)
  if (after) return { firstName: after, lastName: before }
  const last = before.lastIndexOf(' ')
  if (last === -1) return { firstName: before, lastName: '' }
  return { firstName: before.slice(0, last), lastName: before.slice(last + 1) }
}

/** A quoted name, an address or a name in brackets, a line break with its indentation, other text, or one sign. */
const tokens = /"(?:[^"\\\n]|\\.){0,300}"|<[^<>\n]*>|\([^()\n]*\)|\n[ \t]*|[^",;<(\n]+|[^]/g

/** Returns whether a list is written like the recipients of a mail: addresses in brackets, or followed by some. */
export function areRecipients(list: string): boolean {
  return /[<(][^<>()\s]+@[^<>()\s]+[>)]|@[^<>()\s]+[ \t]*\(/.test(list)
}

/**
 * Returns the entries of a list of recipients, such as "Lovelace, Ada <ada@x.test>; …", without the names of groups and
 * of mail fields ("To:"). A comma ends an entry only after an address.
 */
export function splitRecipients(list: string): string[] {
  const entries: string[] = []
  let entry = ''
  let hasAddress = false
  const end = () => {
    entries.push(withoutLabel(entry.trim()))
    entry = ''
    hasAddress = false
  }
  for (const [token] of list.matchAll(tokens)) {
    if (token.startsWith('\n')) {
      // A line may break after the comma within a name, and an indented line continues the one before.
      if (!hasAddress && (/,\s*$/.test(entry) || token.length > 1)) entry += ' '
      else end()
    } else if (token === ';' || (token === ',' && hasAddress)) end()
    else {
      entry += token
      hasAddress ||= token.includes('@')
      if (hasAddress && token.startsWith('<')) end()
    }
  }
  end()
  return entries.filter((one) => one !== '')
}

function withoutLabel(entry: string): string {
  const [label = ''] = /^[^"<>@:]*:\s*/.exec(entry) ?? []
  const rest = entry.slice(label.length).replace(/^[,\s]+/, '')
  const isName = label !== '' && !rest.includes('@') && /list|group|gruppe|lista|grupo/i.test(label)
  return isName ? '' : rest
}

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
