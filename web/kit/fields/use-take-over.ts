import { useEffect, useEffectEvent } from 'react'

/** Takes over, once, what was typed or chosen on the server-rendered page before this ran. */
export function useTakeOver(takeOver: () => void): void {
  const once = useEffectEvent(takeOver)
  useEffect(() => once(), [])
}
