import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance } from '@stripe/stripe-js'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import type { Failure } from '#web/client/failure.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Button } from '#web/kit/button.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import { confirmForm, type Purpose, type Refusal, RefusedPayment, useConfirmation } from './confirm-payment.tsx'
import { usePayments } from './use-payments.ts'

const words = {
  payment: { refused: 'Your card was not charged', pending: 'Paying…' },
  setup: { refused: 'Your card was not saved', pending: 'Saving…' },
} as const

interface Props {
  clientSecret: string
  /** Must match what the secret was made for; a payment by default. */
  purpose?: Purpose
  /** The button's label, with the amount: "Pay $27.97" (D33). */
  payLabel: string
  /** Path that a bank's own page leads back to (D39). */
  returnPath: string
  /** The failure to show when the provider did not answer; by default the same as for a refusal. */
  unexpected?: Failure
  onBusy: (isBusy: boolean) => void
  /** Called when the payment went through or the card is saved, with the provider's id of the payment or setup. */
  onPaid: (intentId: string) => void
  /** Opens another payment if this one was replaced elsewhere. */
  onReplaced?: (() => Promise<unknown>) | undefined
  /** The words to read before the button. */
  children?: ReactNode
}

/** The provider's card form; pays without leaving the page unless a bank requires it (S158). */
export function PaymentForm(props: Props) {
  const { clientSecret } = props
  const appearance = useCardAppearance()
  return (
    <Loaded read={usePayments()} what="the card form" skeleton={<CardSkeleton />}>
      {(stripe) => (
        <Elements stripe={stripe} options={{ clientSecret, appearance, loader: 'never', locale: 'en' }}>
          <CardForm {...props} />
        </Elements>
      )}
    </Loaded>
  )
}

function CardForm({ purpose = 'payment', payLabel, returnPath, onReplaced, children, ...rest }: Props) {
  const { refused, pending } = words[purpose]
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)
  const { isPaying, problem, pay } = useConfirmation({ purpose, ...rest })
  useCardFocus(problem)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!stripe || !elements || !isReady || isPaying) return
    void pay(() => confirmForm(purpose, stripe, elements, returnPath))
  }

  return (
    <form onSubmit={submit} aria-label="Card" className="flex flex-col gap-4">
      <div className="relative">
        {!isReady && (
          <div className="absolute inset-0">
            <CardSkeleton fieldsOnly />
          </div>
        )}
        <div className={isReady ? undefined : 'invisible min-h-51'}>
          <PaymentElement options={{ layout: 'tabs', readOnly: isPaying }} onReady={() => setReady(true)} />
        </div>
      </div>
      {problem && <RefusedPayment title={refused} problem={problem} onReplaced={onReplaced} />}
      {children}
      <Button type="submit" size="touch" wide disabled={!isReady} pending={isPaying} pendingText={pending}>
        {payLabel}
      </Button>
    </form>
  )
}

/** Moves the focus to the card number, the first field of the form, when the card was refused. */
function useCardFocus(problem: Refusal | null) {
  const elements = useElements()
  const isRefused = problem !== null && !problem.isReplaced && !problem.isUnanswered
  useEffect(() => {
    if (isRefused) elements?.getElement('payment')?.focus()
  }, [isRefused, elements])
}

/** Returns the page's colors for the provider's form, which lives in a frame; follows theme changes. */
function useCardAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance)
  useEffect(() => {
    const read = () => setAppearance(readAppearance())
    const system = matchMedia('(prefers-color-scheme: dark)')
    const choice = new MutationObserver(read)
    choice.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    system.addEventListener('change', read)
    return () => {
      choice.disconnect()
      system.removeEventListener('change', read)
    }
  }, [])
  return appearance
}

function readAppearance(): Appearance {
  const probe = document.createElement('span')
  const place = document.querySelector('[data-room] [data-base-ui-portal]') ?? document.body
  place.append(probe)
  /** The frame does not know `light-dark()`, so each token is resolved to its current color. */
  const colorOf = (token: string) => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const isTouch = matchMedia('(pointer: coarse)').matches
  const appearance: Appearance = {
    theme: getComputedStyle(probe).colorScheme !== 'light' && isDark(colorOf('bg')) ? 'night' : 'stripe',
    variables: {
      colorPrimary: colorOf('link'),
      colorBackground: colorOf('surface'),
      colorText: colorOf('text'),
      colorTextSecondary: colorOf('muted'),
      colorDanger: colorOf('danger'),
      borderRadius: '6px',
      fontFamily: getComputedStyle(document.body).fontFamily,
      // Phones zoom in when a field below 16 px is tapped.
      fontSizeBase: isTouch ? '16px' : '14px',
    },
  }
  probe.remove()
  return appearance
}

/** Returns whether `rgb(r, g, b)` is closer to black than to white. */
function isDark(color: string): boolean {
  const [red = 255, green = 255, blue = 255] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return red + green + blue < 384
}
