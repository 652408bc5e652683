import { useEffect, useRef } from 'react'
import { refreshTalkedThings } from '#web/client/refresh.ts'

/**
 * Keeps the figures of a screen in step with the balance on it: seconds of a conversation that runs elsewhere count in
 * all of them or in none (D30).
 */
export function useMovingBalance(balance: number | null): void {
  const shown = useRef(balance)
  useEffect(() => {
    if (shown.current === balance) return
    shown.current = balance
    refreshTalkedThings()
  }, [balance])
}
