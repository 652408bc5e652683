/** Addresses and names as mail programs write them together. */

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
