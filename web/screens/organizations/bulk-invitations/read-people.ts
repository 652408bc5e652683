import {
  areRecipients,
  isCards,
  readAddresses,
  readCards,
  readMailbox,
  splitName,
  splitRecipients,
  type ListedPerson,
} from './recipients.ts'
import { findTable, longestCell, personOfRow, readCells, separatorOf } from './tables.ts'

export interface PeopleList {
  people: ListedPerson[]
  /** Why the list as a whole cannot be read; a message for the person. */
  problem: string | null
}

const otherFormats: readonly (readonly [RegExp, string])[] = [
  [/^((version: *1|#.*)\n\s*)*dn::? /i, 'an LDIF file'],
  [/^<(!doctype|html|\?xml|table|head|body)\b/i, 'a web page'],
  [/^\{\\rtf/, 'a rich text file'],
  [/^[[{]\s*["[{]/, 'a JSON file'],
]

/**
 * Returns the people of a pasted list or a file: contact cards, a table with headings, recipients of a mail, or lines of
 * email, first name, last name. A line of several addresses is several people (D118, D200).
 */
export function readPeople(text: string): PeopleList {
  const list = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const other = otherFormats.find(([pattern]) => pattern.test(list.trimStart().slice(0, longestCell)))
  if (other) {
    return {
      people: [],
      problem: `This is ${other[1]}, which we can't read. Export your list as CSV or vCard instead.`,
    }
  }
  const people = peopleOf(list)
  if (people.length > 0 && !list.includes('@')) {
    return { people: [], problem: 'This list has no email addresses. Add one for each person.' }
  }
  return { people, problem: null }
}

/** Returns people as a list that `readPeople` reads back. */
export function writePeople(people: readonly ListedPerson[]): string {
  const rows = [['Email', 'First name', 'Last name'], ...people.map((one) => [one.email, one.firstName, one.lastName])]
  return rows.map((cells) => `${cells.map(quoted).join(', ')}\n`).join('')
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function peopleOf(list: string): ListedPerson[] {
  if (isCards(list)) return readCards(list)
  const table = findTable(list)
  if (table) return readCells(table.body, table.separator).map((cells) => personOfRow(cells, table.columns))
  if (areRecipients(list)) return splitRecipients(list).flatMap(peopleOfEntry)
  const cards = readBlocks(list)
  if (cards) return cards
  return readCells(list, separatorOf(list)).flatMap(peopleOfLine)
}

/**
 * Returns the people of a list copied from a page, where each has as many lines: initials, a name or a role, and last
 * the address. Returns null for any other list.
 */
function readBlocks(list: string): ListedPerson[] | null {
  const lines = list
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const size = lines.findIndex(isAddress) + 1
  const isRegular = lines.every((line, at) => !/[,;\t]/.test(line) && isAddress(line) === (at % size === size - 1))
  if (size < 2 || lines.length === size || lines.length % size > 0 || !isRegular) return null
  return Array.from({ length: lines.length / size }, (_, at) => {
    const above = lines.slice(at * size, (at + 1) * size - 1)
    const name = above.find((line) => /\p{L}\s+\p{L}/u.test(line)) ?? above.at(-1) ?? ''
    return { email: readMailbox(lines[(at + 1) * size - 1] ?? '').email, ...splitName(name) }
  })
}

/** Returns the person of a recipient, or the people of addresses that only blanks separate. */
function peopleOfEntry(entry: string): ListedPerson[] {
  const addresses = readAddresses(entry)
  if (addresses.length > 1 && !entry.includes('<')) {
    return addresses.map((email) => ({ email, firstName: '', lastName: '' }))
  }
  const { email, name } = readMailbox(entry.slice(0, longestCell))
  return [{ email, ...splitName(name) }]
}

/** Returns the people of a line without headings. The address may come after the names. */
function peopleOfLine(cells: readonly string[]): ListedPerson[] {
  const filled = cells.filter((cell) => cell !== '')
  if (isTitle(filled)) return []
  if (filled.every(isAddress)) return filled.flatMap(peopleOfEntry)
  if (isNamesAndAddresses(filled)) {
    return filled.flatMap((cell, at) => (isAddress(cell) ? [] : peopleOfEntry(`${cell} <${filled[at + 1] ?? ''}>`)))
  }
  const address = cells.find(isAddress)
  if (address === undefined) {
    const [email = '', firstName = '', lastName = ''] = cells
    return [{ email, firstName, lastName }]
  }
  const { email, name } = readMailbox(address)
  // A column without letters numbers the lines, or holds telephone numbers.
  const [firstName = '', lastName = ''] = cells.filter((c) => /\p{L}/u.test(c) && !isAddress(c) && !isTitle([c]))
  return [{ email, ...(name || lastName === '' ? splitName(name || firstName) : { firstName, lastName }) }]
}

function isAddress(cell: string): boolean {
  return cell.includes('@')
}

/** Returns whether several people are in one line, as "Ada, ada@x.test, Bob, bob@x.test". */
function isNamesAndAddresses(cells: readonly string[]): boolean {
  return cells.length > 2 && cells.length % 2 === 0 && cells.every((cell, at) => isAddress(cell) === (at % 2 === 1))
}

/** Returns whether a line only names the list, such as "Members:" in an exported group. */
function isTitle(cells: readonly string[]): boolean {
  const line = cells.join(' ')
  if (isAddress(line)) return false
  return line.endsWith(':') || /^[^:]*\b(list|group|gruppe|liste|lista|groupe|grupo)\b[^:]*:/i.test(line)
}
