/** One line of a list of people as written; the server judges it (D118). */
export interface ListedPerson {
  email: string
  firstName: string
  lastName: string
}

type Column = keyof ListedPerson

const columnNames: Record<string, Column> = {
  email: 'email',
  mail: 'email',
  emailaddress: 'email',
  firstname: 'firstName',
  givenname: 'firstName',
  name: 'firstName',
  lastname: 'lastName',
  surname: 'lastName',
  familyname: 'lastName',
}
const usualOrder: readonly Column[] = ['email', 'firstName', 'lastName']

/** Longer cells are invalid, but still get a row that says so. */
const longestCell = 300

/**
 * Returns the people of a pasted list or a CSV file: by column headings, or else as email, first name, last name.
 * Cells are separated by commas, semicolons or tabs. A line of several addresses is several people.
 */
export function readPeople(text: string): ListedPerson[] {
  const lines = readCells(text).filter((cells) => cells.some((cell) => cell !== ''))
  const headings = lines[0]?.map((cell) => columnNames[cell.toLowerCase().replaceAll(/[^a-z]/g, '')])
  const isHeaded = headings?.includes('email') && !lines[0]?.some(isAddress)
  if (headings && isHeaded) return lines.slice(1).map((cells) => personOf(cells, headings))
  return lines.flatMap((cells) => {
    const addresses = cells.filter(isAddress)
    if (addresses.length > 1) return addresses.map((email) => personOf([email], usualOrder))
    // The address may come after the names.
    const names = cells.filter((cell) => !isAddress(cell))
    return [personOf(addresses.length === 1 ? [...addresses, ...names] : cells, usualOrder)]
  })
}

function isAddress(cell: string): boolean {
  return cell.includes('@')
}

function personOf(cells: readonly string[], columns: readonly (Column | undefined)[]): ListedPerson {
  const person: ListedPerson = { email: '', firstName: '', lastName: '' }
  for (const [index, column] of columns.entries()) if (column) person[column] = cells[index] ?? ''
  return person
}

/** Returns the cells of each line, unquoted, split at the separator that is most frequent in the first line. */
function readCells(text: string): string[][] {
  const whole = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(whole.split(/[\r\n]/).find((line) => line.trim() !== '') ?? '')
  const lines: string[][] = [[]]
  // A quoted cell, a plain cell, and what ends it.
  const cell = new RegExp(
    `[^\\S\\r\\n${separator}]*(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))[^${separator}\\r\\n]*`,
    'y',
  )
  let at = 0
  while (at < whole.length) {
    cell.lastIndex = at
    const [matched = '', quoted, plain = ''] = cell.exec(whole) ?? []
    lines.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim().slice(0, longestCell))
    at += matched.length
    if (whole[at] === '\r' || whole[at] === '\n') lines.push([])
    at += 1
  }
  return lines
}

function separatorOf(line: string): string {
  const count = (separator: string) => line.split(separator).length
  return ['\t', ';', ','].reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}
