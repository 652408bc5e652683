import type { ReactNode } from 'react'
import { formatDollars } from '#contract/amounts.ts'
import type { PriceChange } from './price-change.ts'
import { Banner } from '#web/kit/banner.tsx'

interface Props {
  change: PriceChange
  /** The way on with the new figures. */
  action?: ReactNode
}

/** Another price than the one shown would have been charged, so nothing was (D29). */
export function PriceChanged({ change: { monthly, total }, action }: Props) {
  const sum = total === monthly ? '' : `, and the payment you asked for ${formatDollars(total)}`
  return (
    <Banner tone="warning" title="The price has changed" actions={action} announce>
      Platform access is {formatDollars(monthly)} a month{sum}. Nothing was charged.
    </Banner>
  )
}
