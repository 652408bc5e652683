import { type Acting, recordAct } from '../../audit/acts.ts'
import {
  type Checked,
  checkPayment,
  findLostPayment,
  nothingThere,
  readAtProvider,
} from '../../billing/check-payment.flow.ts'
import type { Services } from '../../billing/services.ts'
import { findPayment, findReceiptId, type PaymentRow } from './payments.ts'

interface CheckedPayment {
  checked: Checked
  /** The payment as it stands afterwards; null for one that is not ours. */
  row: PaymentRow | null
}

/**
 * Checks a payment by our id or by its id at the provider, which may be one that we do not know, and records the check
 * of ours. Returns null when neither side knows it, and no details of one that was paid to another business. Throws
 * PaymentsUnavailable.
 */
export async function checkAny(services: Services, anyId: string, by: Acting): Promise<CheckedPayment | null> {
  const { read, readLong, write } = services.database
  const known = await findPayment(readLong, anyId)
  if (!known && !anyId.startsWith('pi_')) return null
  const paymentIntentId = known ? (known.paymentIntentId ?? (await findLostPayment(services, known.id))) : anyId
  const checked = paymentIntentId ? await checkPayment(services, paymentIntentId) : await checkUnopened(services)
  if (!known && checked.provider.state === 'unknown') return null
  const row = await findPayment(readLong, known?.id ?? anyId)
  if (row) {
    const target = { kind: 'payment', id: (await findReceiptId(read, row)) ?? row.id } as const
    const after = { outcome: checked.outcome, stripe: checked.provider.state }
    await write((tx) => recordAct(tx, by, { action: 'payment.check', target, after }))
  }
  const isOurs = row !== null || checked.outcome === 'not_creditable'
  return {
    checked: isOurs ? checked : { ...checked, provider: { ...nothingThere, state: checked.provider.state } },
    row,
  }
}

async function checkUnopened(services: Services): Promise<Checked> {
  const provider = await readAtProvider(services, null)
  return { outcome: 'not_paid', problem: null, refundsCorrected: 0, disputesCorrected: 0, provider }
}
