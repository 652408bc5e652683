import { openDatabase } from '../database/database.ts'
import { keepChainCheck, readChainHead } from '../audit/act-chain.ts'
import { auditBooks, auditLimitMs, countBroken } from '../audit/invariants.ts'
import { paymentFindingKinds } from '../audit/findings.ts'
import { countKinds, keepFigures } from '../audit/upkeep-figures.ts'
import { catchUpDeclines } from './checkout/declines.flow.ts'
import { reconcilePayments } from './reconcile.flow.ts'
import type { Services } from './services.ts'

/** The hourly checks of the books: against the payment provider, and on their own. Errors are logged and counted. */

/** Compares with the payment provider, credits what is missing, counts what stays open, and notes declines (D37). */
export async function reconcileBooks(services: Services): Promise<void> {
  const findings = await reconcilePayments(services)
  await keepFigures(services.database.step, 'reconcile_findings', countKinds(paymentFindingKinds, findings))
  await catchUpDeclines(services)
}

/** Checks every rule of the books on a connection of its own, where it may take its time. */
export async function auditHourly({ config, clock, log }: Services): Promise<void> {
  const database = openDatabase(config.databaseUrl, { patientMs: auditLimitMs })
  try {
    const realAt = clock.real()
    const rules = await auditBooks(database.readLong, realAt)
    await keepFigures(database.step, 'audit_broken', { '': countBroken(rules) })
    await keepChainCheck(database.step, rules, realAt)
    const head = await readChainHead(database.readLong)
    await keepFigures(database.step, 'audit_chain_length', { '': head.place })
    log.info({ actChain: head }, 'the chain of acts ends here')
    for (const rule of rules) if (rule.broken > 0) log.error({ audit: rule }, 'the books are broken')
  } finally {
    await database.end()
  }
}
