import { Redirect, useSearchParams } from 'wouter'
import { useMe } from '#web/client/me.ts'
import { paths, paymentKinds } from '#web/client/addresses/paths.ts'
import { ReturnedCard } from './returned-card.tsx'
import { ReturnedDebt } from './returned-debt.tsx'
import { ReturnedPayment } from './returned-payment.tsx'

/** /payment-return: continues what a bank's own page interrupted (D39). */
export default function PaymentReturn() {
  const user = useMe()
  const [search] = useSearchParams()
  const setupIntentId = search.get('setup_intent')
  const paymentIntentId = search.get('payment_intent')
  const after = search.get('after')
  if (!user) return null
  if (setupIntentId) return <ReturnedCard user={user} setupIntentId={setupIntentId} isPool={after === 'pool-card'} />
  if (!paymentIntentId) return <Redirect to={paths.home()} replace />
  if (after === 'debt' || after === 'pool-debt') {
    return <ReturnedDebt paymentIntentId={paymentIntentId} isPool={after === 'pool-debt'} />
  }
  const kind = paymentKinds.find((one) => one === after) ?? 'registration'
  const resume = search.get('resume') ?? undefined
  return <ReturnedPayment user={user} paymentIntentId={paymentIntentId} kind={kind} resume={resume} />
}
