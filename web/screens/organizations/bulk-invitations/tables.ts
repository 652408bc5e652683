import { readMailbox, splitName, type ListedPerson } from './recipients.ts'

/** Lists in cells, and tables with the headings that mail and directory programs export, in seven languages. */

/** Longer cells are invalid, but still get a row that says so. */
export const longestCell = 300

/** Returns the cells of each line that is not empty, unquoted. Lines end with "\n". */
export function readCells(text: string, separator: string): string[][] {
  const lines: string[][] = [[]]
  // A cell is quoted, with perhaps an address behind the quotes, or plain.
  const cell = new RegExp(`[^\\S\\n${separator}]*(?:"((?:[^"]|"")*)")?([^${separator}\\n]*)`, 'y')
  let at = 0
  while (at < text.length) {
    cell.lastIndex = at
    const [matched = '', quoted = '', plain = ''] = cell.exec(text) ?? []
    lines.at(-1)?.push((quoted.replaceAll('""', '"') + plain).trim().slice(0, longestCell))
    at += matched.length
    if (text[at] === '\n') lines.push([])
    at += 1
  }
  return lines.filter((cells) => cells.some((one) => one !== ''))
}

/** Returns the separator that is most frequent in the first line, outside of quotes. */
export function separatorOf(list: string): string {
  const line = list.split('\n').find((one) => one.trim() !== '') ?? ''
  const unquoted = line.replaceAll(/"[^"]*"/g, '')
  const count = (separator: string) => unquoted.split(separator).length
  return ['\t', ';', ','].reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

/** `account` is a sign-in name that is often an address; `name` is a first, last or full name, as its neighbors say. */
type Column = 'email' | 'account' | 'firstName' | 'lastName' | 'name' | 'fullName'

const wholeEmail = pattern(
  `(primary|main|first|work|business|office|company|corporate|professional|official|user|profile|member|contact|employee
    |attendee|home|personal|private|secondary|second|other|windows|primare|sekundare|geschaftliche|premiere)?
  (e?mails?|primarysmtp|smtp|correo|courriel|messagerie
    |(adresse|direccion|endereco|indirizzo)(de|di)?(e?mail|messagerie|courriel|correo|electronique))
  (\\d|one)?(value|address|addresses|adresse|adressen|adres|id|electronico|electronique|geschaftlich|privat|professionnel)?\\d?`,
)

/** Matched against headings without accents, blanks and signs. */
const headings: readonly (readonly [RegExp, Column])[] = [
  [wholeEmail, 'email'],
  [
    pattern(`userprincipal(name)?|upn|(user)?login|username|benutzername|benutzerprinzipalname
      |nomdutilisateurprincipal|nombreprincipaldeusuario`),
    'account',
  ],
  [
    pattern(
      `(user|contact|member|legal|profile)?(first|firstname|givenname|given|forename|vornamen?|prenoms?|voornaam)`,
    ),
    'firstName',
  ],
  [
    pattern(`(user|contact|member|legal|profile)?(last|lastname|surname|familyname|family|sn|nachnamen?|familiennamen?|zuname
      |nomdefamille|apellidos?|primerapellido|cognome|achternaam|sobrenome|apelido)`),
    'lastName',
  ],
  [pattern(`name|nom|nombre|nome|contact|kontakt|contacto`), 'name'],
  [
    pattern(`(user|contact|member|employee|attendee|full|display|real)name|cn|anzeigename|vollstandigername
      |vorundnachname|firstnamelastname|lastnamefirstname|nomcomplet|nomaafficher|nometprenom|prenometnom|nombrecompleto|nombreparamostrar
      |nombreyapellidos?`),
    'fullName',
  ],
]

/** Returns the expression for whole headings; blanks in its text only lay it out. */
function pattern(text: string): RegExp {
  return new RegExp(`^(${text.replaceAll(/\s/g, '')})$`)
}

function columnOf(heading: string): Column | undefined {
  // "Email Address [Required]", "Name (Original Name)", "Prénom"
  const plain = heading
    .replaceAll(/\[[^\]]*\]|\([^)]*\)/g, '')
    .normalize('NFKD')
    .toLowerCase()
  const key = plain.replaceAll(/[^a-z0-9]/g, '')
  return headings.find(([known]) => known.test(key))?.[1]
}

interface Table {
  columns: readonly (Column | undefined)[]
  separator: string
  /** The lines below the headings. */
  body: string
}

/** Programs write a few lines above the headings, such as "sep=;" or a note. */
const mostLinesAbove = 10

/** Returns the table of a list whose headings name a column of addresses, or null. */
export function findTable(list: string): Table | null {
  let start = 0
  for (let line = 0; line < mostLinesAbove && start < list.length; line++) {
    const end = list.indexOf('\n', start)
    const next = end === -1 ? list.length : end + 1
    const heading = list.slice(start, next)
    if (heading.includes('@')) return null
    const [best] = [',', ';', '\t', '|']
      .map((separator) => ({ separator, columns: (readCells(heading, separator)[0] ?? []).map(columnOf) }))
      .filter(({ columns }) => columns.includes('email') || columns.includes('account'))
      .toSorted((one, other) => countKnown(other.columns) - countKnown(one.columns))
    if (best) return { ...best, body: list.slice(next) }
    start = next
  }
  return null
}

function countKnown(columns: Table['columns']): number {
  return columns.filter((column) => column !== undefined).length
}

/** Returns the person of a row. The first column with an address wins; an empty later one changes nothing (D200). */
export function personOfRow(cells: readonly string[], columns: Table['columns']): ListedPerson {
  const cellOf = (...wanted: Column[]) =>
    cells.find((cell, at) => cell !== '' && wanted.some((column) => columns[at] === column)) ?? ''
  const { email, name } = readMailbox(cellOf('email') || cellOf('account'))
  const [hasFirst, hasLast] = [columns.includes('firstName'), columns.includes('lastName')]
  // "Name, Vorname" and "Nom, Prénom" give the last name first; "Nombre, Apellidos" gives the first name first.
  const firstName = hasLast && !hasFirst ? cellOf('name') : cellOf('firstName')
  const lastName = hasFirst && !hasLast ? cellOf('name') : cellOf('lastName')
  if (firstName !== '' || lastName !== '') return { email, firstName, lastName }
  const fullName = cellOf('fullName', 'name')
  return { email, ...splitName(fullName.includes('@') ? '' : fullName || name) }
}
