import { useEffect, useRef } from 'react'
import { readRestAgain } from '#web/client/me.ts'

/**
 * Keeps the figures on a screen in step with its balance: the seconds of a conversation running elsewhere count in all
 * of them or in none (D30).
 */
export function useMovingBalance(balance: number | null): void {
  const shown = useRef(balance)
  useEffect(() => {
    if (shown.current === balance) return
    shown.current = balance
    readRestAgain()
  }, [balance])
}
