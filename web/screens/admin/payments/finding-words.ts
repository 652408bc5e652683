import type { FindingKind, FindingState } from '#contract/admin/findings.ts'
import type { BadgeTone } from '#web/kit/badge.tsx'

/** What each finding means, and what to do about it. */
export const findingNames: Record<FindingKind, { label: string; means: string; toDo: string }> = {
  paid_not_credited: {
    label: 'Paid, not credited',
    means: 'Stripe has received money that Luna has credited to nobody.',
    toDo: 'Press Check Now on the payment’s page. If it fits nothing we sold, refund it at Stripe or credit the customer.',
  },
  credited_not_paid: {
    label: 'Credited, not paid',
    means: 'Luna has credited minutes for a payment that Stripe does not show as paid like that.',
    toDo: 'Compare the payment with Stripe. Take the minutes back, or accept the finding if the money came another way.',
  },
  customer_unknown: {
    label: 'Customer unknown here',
    means: 'Stripe has received money for Luna from a customer who is not in this database, usually after a restore.',
    toDo: 'Refund it, and write to the customer that they need to register again.',
  },
  talk_free_time: {
    label: 'Much free time',
    means: 'A large part of a conversation was not charged because the line was lost.',
    toDo: 'Open the customer. One case is bad luck; several in a row may be abuse.',
  },
  talk_unpaid_sound: {
    label: 'Sound without charge',
    means: 'The agent could be heard in time that was not charged.',
    toDo: 'Open the customer. One case is bad luck; several in a row may be abuse.',
  },
  talk_provider_time: {
    label: 'Longer at the provider',
    means: 'The voice provider has measured a longer conversation than Luna has charged.',
    toDo: 'We pay for the difference. Accept a single case, and look into several.',
  },
  voice_gone: {
    label: 'Voice withdrawn',
    means: 'A voice of our list cannot be used at the voice provider, so its agents speak with the fallback.',
    toDo: 'Choose another voice for its agents, or restore the voice at the provider.',
  },
}

export const findingStateNames: Record<FindingState, { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'warning' },
  accepted: { label: 'Accepted', tone: 'neutral' },
  closed: { label: 'Settled', tone: 'success' },
}
