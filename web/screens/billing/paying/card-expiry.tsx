import { useState } from 'react'
import { Banner } from '#web/kit/banner.tsx'
import { expiresSoon, isExpired, type SavedCard } from './card-name.ts'

/** Warns when the saved card has expired or expires within a month. */
export function CardExpiry({ card }: { card: SavedCard }) {
  const [now] = useState(() => new Date())
  if (isExpired(card, now)) {
    return <Banner tone="danger">This card has expired. Save another one, or your next renewal will fail.</Banner>
  }
  if (!expiresSoon(card, now)) return null
  return <Banner tone="warning">This card expires soon. Save another one before it does.</Banner>
}
