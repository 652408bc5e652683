import { readDatabaseUrl } from './config.ts'
import { createClock } from './clock.ts'
import { openDatabase } from './database/database.ts'
import { readChainHead } from './audit/act-chain.ts'
import { type AuditedRule, auditBooks, auditLimitMs, countBroken } from './audit/invariants.ts'
import { describeDifferences, listDifferences } from './conversations/provider-records.ts'

/** PostgreSQL's code for an unknown function. */
const unknownFunction = '42883'
const lookedBackMs = 7 * 24 * 60 * 60_000

/**
 * `npm run audit` checks every rule of the books and prints a table, warnings and a verdict. It exits with code 1 when
 * a rule is broken, and with 2 when the books cannot be read.
 */
async function main(): Promise<void> {
  const database = openDatabase(readDatabaseUrl(), { patientMs: auditLimitMs })
  try {
    const clock = createClock()
    const rules = await auditBooks(database.readLong, clock.real())
    const broken = countBroken(rules)
    for (const found of await listDifferences(database.readLong, new Date(clock.now().getTime() - lookedBackMs))) {
      console.log(`Warning, last 7 days: ${describeDifferences(found)}. ${found.sessionIds.join(', ')}\n`)
    }
    const { place, hash } = await readChainHead(database.readLong)
    console.log(`Last act of staff: ${place}${place > 0 ? `, hash ${hash}` : ''}\n`)
    console.log(describeAudit(rules))
    process.exitCode = broken === 0 ? 0 : 1
  } finally {
    await database.end()
  }
}

/** Returns the table and the verdict as they are printed. */
export function describeAudit(rules: AuditedRule[]): string {
  const header = ['check', 'rows', 'broken', 'rule']
  const lines = rules.map((rule) => [rule.name, String(rule.lookedAt), String(rule.broken), rule.rule])
  const widths = header.map((title, i) => Math.max(title.length, ...lines.map((cells) => (cells[i] ?? '').length)))
  const table = [header, ...lines].map((cells) =>
    cells
      .map((cell, i) => (i === 1 || i === 2 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  const details = rules
    .filter(({ broken }) => broken > 0)
    .flatMap(({ name, broken, firstBroken }) => [
      '',
      `${name}: ${broken} broken, the first:`,
      ...firstBroken.map((row) => `  ${row}`),
    ])
  const brokenRules = rules.filter(({ broken }) => broken > 0).length
  const verdict =
    brokenRules === 0
      ? `In order: ${rules.length} checks, nothing broken.`
      : `BROKEN: ${brokenRules} of ${rules.length} checks fail, ${countBroken(rules)} rows. See "When the audit fails" in docs/OPERATIONS.md.`
  return [...table, ...details, '', verdict].join('\n')
}

/** Returns one sentence about a database that is empty or does not answer, and anything else as it is. */
function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === unknownFunction) return 'This database has no books yet: start Luna on it once.'
  return `The database cannot be read: ${error.message || String(error.code)}`
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(describeFailure(error))
    process.exit(2)
  })
}
