/** What a new migration may not do, because servers of the previous release go on with the schema (docs/decisions/0050). */

export interface Migration {
  /** Its path below server. */
  name: string
  text: string
}

/** What a statement would take away from servers of the previous release. */
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
 * after N uses; N is the previous release at most.
 */
export function breachesOfExpand(migrations: readonly Migration[], previousRelease: number): string[] {
  const statements = migrations.flatMap(({ name, text }) => statementsOf(text).map((one) => ({ name, ...one })))
  const made = new Set(
    statements.flatMap(({ sql }) => /^create (?:unlogged )?table (?:if not exists )?(\S+)/.exec(sql)?.[1] ?? []),
  )
  const columns = statements.flatMap(({ sql }) => addedColumns(sql))
  return statements.flatMap(({ name, sql, contractsAfter }) => {
    if (contractsAfter !== null && contractsAfter <= previousRelease) return []
    const late = contractsAfter === null ? '' : ` (release ${contractsAfter} is not over)`
    return faultsIn(sql, made, new Set(columns)).map((why) => `${name}: ${why}${late}: ${sql.slice(0, 100)}`)
  })
}

interface Statement {
  /** In one line, lower case, without comments and without what is quoted. */
  sql: string
  contractsAfter: number | null
}

/** Splits a file into statements. What lies between dollar quotes is a body and no statement of the migration. */
export function statementsOf(text: string): Statement[] {
  const bare = text
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replaceAll(/--.*$/gm, (comment) => comment.replaceAll(/[;']/g, ' '))
    .replaceAll(/'(?:[^']|'')*'/g, "''")
  return bare.split(';').flatMap((part) => {
    const after = /^\s*--\s*contract after release (\d+): \S/m.exec(part)?.[1]
    const sql = part.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
    return sql === '' ? [] : [{ sql, contractsAfter: after === undefined ? null : Number(after) }]
  })
}

function faultsIn(sql: string, made: ReadonlySet<string>, newColumns: ReadonlySet<string>): string[] {
  const table = tableOf(sql)
  if (table && made.has(table)) return []
  const whole = rules.flatMap(({ pattern, why }) => (pattern.test(sql) ? [why] : []))
  const inner = actionsOf(sql).flatMap((action) => {
    if (isAboutNewColumns(action, `${table}.`, newColumns)) return []
    return actions.flatMap(({ pattern, why }) => (pattern.test(action) ? [why] : []))
  })
  return [...whole, ...inner]
}

/** Returns the table that a statement changes. */
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

/** A key of columns that the same migrations add refuses nothing that the previous release writes. */
function isAboutNewColumns(action: string, prefix: string, newColumns: ReadonlySet<string>): boolean {
  const named = /^add (?:constraint \S+ )?(?:foreign key|unique) \(([^)]*)\)/.exec(action)?.[1]?.split(',')
  return named !== undefined && named.every((column) => newColumns.has(prefix + column.trim()))
}
