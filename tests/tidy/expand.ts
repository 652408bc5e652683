/** Limits of new migrations, because servers of the previous release go on with the schema (docs/decisions/0050). */

export interface Migration {
  /** Its path below server. */
  name: string
  text: string
}

/** A statement that would take something away from servers of the previous release. */
interface Rule {
  pattern: RegExp
  why: string
}

const rules: Rule[] = [
  { pattern: /^drop (table|view|materialized view|type|function|procedure|sequence)\b/, why: 'drops what is in use' },
  { pattern: /^truncate\b/, why: 'deletes what is in use' },
  { pattern: /^alter (table|view|type|function|sequence)\b.*\brename\b/, why: 'renames' },
  { pattern: /^create unique index\b/, why: 'a unique index refuses rows that were fine' },
  { pattern: /^create (constraint )?trigger\b/, why: 'a trigger meets what the previous release writes' },
  { pattern: /^revoke\b/, why: 'takes a right away' },
]

/** The same for each action of an `alter table`. */
const actions: Rule[] = [
  { pattern: /^drop (column )?(?!constraint|default|not null|identity|expression)/, why: 'drops a column' },
  { pattern: /^drop default\b|^alter (column )?\S+ drop default\b/, why: 'the previous release relies on a default' },
  { pattern: /^alter (column )?\S+ (set data )?type\b/, why: 'changes a type' },
  { pattern: /^alter (column )?\S+ set not null\b/, why: 'demands values that the previous release leaves out' },
  {
    pattern:
      /^add (column )?(?!constraint|check|foreign|unique|primary|exclude)(?=.*\bnot null\b)(?!.*\b(default|generated)\b)/,
    why: 'a new column without a default is left out by the previous release',
  },
  { pattern: /^add (constraint \S+ )?(unique|primary key|exclude)\b/, why: 'refuses rows that were fine' },
  {
    pattern: /^add (constraint \S+ )?(check|foreign key)\b(?!.*\bnot valid\b)/,
    why: 'refuses rows that were fine; say not valid, and validate in the next release',
  },
]

/**
 * Returns what is wrong with the new migrations: those that the previous release does not have. Tables and columns that
 * they make themselves are free. A statement below `-- contract after release N: why` may take away what no release
 * after N uses; N is the previous release at most. A statement below `-- fits release N: why` looks
 * like a breach and is none for the previous release N, such as a column that a trigger fills for every writer.
 */
export function breachesOfExpand(migrations: readonly Migration[], previousRelease: number): string[] {
  const statements = migrations.flatMap(({ name, text }) => statementsOf(text).map((one) => ({ name, ...one })))
  const made = new Set(
    statements.flatMap(({ sql }) => /^create (?:unlogged )?table (?:if not exists )?(\S+)/.exec(sql)?.[1] ?? []),
  )
  const free = new Set(statements.flatMap(({ sql }) => [...addedColumns(sql), ...droppedConstraints(sql)]))
  return statements.flatMap(({ name, sql, contractsAfter, fits }) => {
    if (fits === previousRelease) return []
    if (contractsAfter !== null && contractsAfter <= previousRelease) return []
    const late = contractsAfter === null ? '' : ` (release ${contractsAfter} is not over)`
    return faultsIn(sql, made, free).map((why) => `${name}: ${why}${late}: ${sql.slice(0, 100)}`)
  })
}

interface Statement {
  /** In one line, lower case, without comments and without what is quoted. */
  sql: string
  contractsAfter: number | null
  fits: number | null
}

/** Splits a file into statements. Dollar quotes enclose a body, not a statement of the migration. */
export function statementsOf(text: string): Statement[] {
  const bare = text
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replaceAll(/--.*$/gm, (comment) => comment.replaceAll(/[;']/g, ' '))
    .replaceAll(/'(?:[^']|'')*'/g, "''")
  return bare.split(';').flatMap((part) => {
    const [, how, number] = /^\s*--\s*(contract after|fits) release (\d+): \S/m.exec(part) ?? []
    const sql = part.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
    const noted = (word: string) => (how === word ? Number(number) : null)
    return sql === '' ? [] : [{ sql, contractsAfter: noted('contract after'), fits: noted('fits') }]
  })
}

/** `free` holds each column that is new and each constraint that is replaced, after its table and a dot. */
function faultsIn(sql: string, made: ReadonlySet<string>, free: ReadonlySet<string>): string[] {
  const table = tableOf(sql)
  if (table && made.has(table)) return []
  if (/^create unique index\b/.test(sql) && isAbout(sql, `${table}.`, free)) return []
  const whole = rules.flatMap(({ pattern, why }) => (pattern.test(sql) ? [why] : []))
  const inner = actionsOf(sql).flatMap((action) => {
    if (isAbout(action, `${table}.`, free)) return []
    return actions.flatMap(({ pattern, why }) => (pattern.test(action) ? [why] : []))
  })
  return [...whole, ...inner]
}

function tableOf(sql: string): string | null {
  const alter = /^alter table (?:if exists )?(?:only )?(\S+)/.exec(sql)?.[1]
  return (
    alter ??
    /^create unique index (?:\S+ )?on (\S+?)[ (]/.exec(`${sql} `)?.[1] ??
    /^create (?:constraint )?trigger .* on (\S+)/.exec(sql)?.[1] ??
    null
  )
}

/** Returns the actions of an `alter table`, which have commas between them. */
function actionsOf(sql: string): string[] {
  const list = /^alter table (?:if exists )?(?:only )?\S+ (.*)$/.exec(sql)?.[1]
  if (list === undefined) return []
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const sign of list) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (sign === ',' && depth === 0) {
      parts.push(part.trim())
      part = ''
    } else part += sign
  }
  return [...parts, part.trim()]
}

/** Returns `table.column` of each column that a statement adds. */
function addedColumns(sql: string): string[] {
  const table = tableOf(sql)
  return actionsOf(sql).flatMap((action) => {
    const column = /^add (?:column )?(?:if not exists )?(?!constraint|check|foreign|unique|primary|exclude)(\S+) /.exec(
      action,
    )?.[1]
    return column ? [`${table}.${column}`] : []
  })
}

/** Returns `table.name` of each constraint that a statement drops. */
function droppedConstraints(sql: string): string[] {
  const names = actionsOf(sql).flatMap((action) => /^drop constraint (?:if exists )?(\S+)/.exec(action)?.[1] ?? [])
  return names.map((name) => `${tableOf(sql)}.${name}`)
}

/** A new column's key refuses nothing old; a constraint that replaces one of its name is taken for a wider one. */
function isAbout(action: string, prefix: string, free: ReadonlySet<string>): boolean {
  const replaced = /^add constraint (\S+) (?:check|foreign key)\b/.exec(action)?.[1]
  if (replaced && free.has(prefix + replaced)) return true
  const columns =
    /^add (?:constraint \S+ )?(?:foreign key|unique) \(([^)]*)\)/.exec(action)?.[1] ??
    /^create unique index .* on \S+ \(([^)]*)\)/.exec(action)?.[1]
  return columns !== undefined && columns.split(',').every((column) => free.has(prefix + column.trim()))
}
