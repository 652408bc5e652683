import { useState } from 'react'
import type { Me } from '#contract/identity/people.ts'

/** `overdue`: its last invoice is still open and is paid instead of a new subscription (D4, D7). */
type PlanState = 'running' | 'overdue' | 'none'

const states: Record<string, PlanState> = {
  active: 'running',
  trialing: 'running',
  past_due: 'overdue',
  unpaid: 'overdue',
  paused: 'overdue',
}

/** What the own subscription needs; ended and unfinished ones count as none. */
export function planState({ subscriptionStatus }: Me): PlanState {
  return states[subscriptionStatus ?? ''] ?? 'none'
}

/**
 * The view that a person's state asks for. A payment changes that state before its own view has said so: from `hold`
 * on the view stays until the screen is left.
 */
export function useHeldView<View>(view: View): [view: View, hold: () => void] {
  const [held, setHeld] = useState<{ view: View } | null>(null)
  return [held ? held.view : view, () => setHeld({ view })]
}
