import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { send } from '#web/client/api.ts'
import { readAgain } from '#web/client/query-client.ts'
import { showFailure } from '#web/client/failure.ts'
import { billingFailures, billingSuccesses } from '../toasts.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'

/** Notifies the server of a paid debt (D44); if that fails, the provider's webhook settles it. */
export async function settleDebt(paymentIntentId: string): Promise<void> {
  try {
    await send(processPaymentSuccess, { body: { paymentIntentId } })
    showToast(billingSuccesses.debtPaid)
  } catch (error) {
    console.warn('The debt is paid, but not settled yet:', error)
    showFailure(billingFailures.debtLate)
  }
  await readAgain()
}
