import { RefreshCw } from 'lucide-react'
import type { CheckedPayment } from '#contract/admin/payments.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { useDuty } from '../../use-duty.ts'
import { correctedText, outcomeNames, stripeText } from '../payment-words.ts'
import type { useCheck } from './use-check.ts'

/** Asks Stripe about the payment; for staff who may change money. */
export function CheckButton({ id, check }: { id: string; check: ReturnType<typeof useCheck> }) {
  if (!useDuty('money.change')) return null
  return (
    <Button
      icon={<RefreshCw aria-hidden className="size-4" />}
      pending={check.isPending}
      pendingText="Checking…"
      onClick={() => check.mutate({ params: { id } })}
    >
      Check Now
    </Button>
  )
}

/** What the check found, and what it did. */
export function CheckResult({ checked }: { checked: CheckedPayment }) {
  const { title, text, tone } = outcomeNames[checked.outcome]
  const corrected = correctedText(checked)
  const isSuccess = checked.outcome === 'credited_before' && corrected !== null
  return (
    <Banner tone={tone} title={isSuccess ? 'Corrected' : title} announce>
      {isSuccess ? corrected : `${text}${corrected ? ` ${corrected}` : ''}`} Stripe says: {stripeText(checked.stripe)}.
      {checked.problem && ` Luna says: ${checked.problem}.`}
    </Banner>
  )
}
