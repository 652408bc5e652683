import type { ReactNode } from 'react'
import { formatDollars } from '#contract/amounts.ts'
import type { PriceChange } from './price-change.ts'
import { Banner } from '#web/kit/banner.tsx'

interface Props {
  change: PriceChange
  /** Continues with the new prices. */
  action?: ReactNode
}

/** The price differs from the one shown, so nothing was charged (D29). */
export function PriceChanged({ change: { monthly, total }, action }: Props) {
  const sum = total === monthly ? '' : `, and the payment you asked for ${formatDollars(total)}`
  return (
    <Banner tone="warning" title="The price has changed" actions={action} announce>
      Platform access is <span translate="no">{formatDollars(monthly)}</span> a month{sum}. Nothing was charged.
    </Banner>
  )
}
