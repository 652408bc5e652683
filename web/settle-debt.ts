import { processPaymentSuccess } from '#contract/purchases.ts'
import { send } from './api.ts'
import { refreshAfterPayment } from './refresh.ts'
import { showFailure } from './failure.ts'
import { failures, successes } from './toasts.ts'
import { showToast } from './ui/toast.tsx'

/** Tells the server of a paid debt (D44); when it cannot be told, the provider's own message settles it. */
export async function settleDebt(paymentIntentId: string): Promise<void> {
  try {
    await send(processPaymentSuccess, { body: { paymentIntentId } })
    showToast(successes.debtPaid)
  } catch (error) {
    console.warn('The debt is paid, but not settled yet:', error)
    showFailure(failures.debtLate)
  }
  await refreshAfterPayment()
}
