import { useEffect, useEffectEvent } from 'react'

/** Takes over, once, what somebody typed or chose on a page that the server rendered before this ran. */
export function useTakeOver(takeOver: () => void): void {
  const once = useEffectEvent(takeOver)
  useEffect(() => once(), [])
}
