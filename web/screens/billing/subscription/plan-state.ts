import { useState } from 'react'
import type { Me } from '#contract/identity/people.ts'

/** `overdue`: the last invoice is still open and is paid instead of a new subscription (D4, D7). */
type PlanState = 'running' | 'overdue' | 'none'

const states: Record<string, PlanState> = {
  active: 'running',
  trialing: 'running',
  past_due: 'overdue',
  unpaid: 'overdue',
  paused: 'overdue',
}

/** Returns the state of the user's own subscription; ended and unfinished ones count as none. */
export function planState({ subscriptionStatus }: Me): PlanState {
  return states[subscriptionStatus ?? ''] ?? 'none'
}

/**
 * Returns the view for the user's state. A payment changes that state before its own view has said so; after `hold` the
 * view stays until the screen is left.
 */
export function useHeldView<View>(view: View): [view: View, hold: () => void] {
  const [held, setHeld] = useState<{ view: View } | null>(null)
  return [held ? held.view : view, () => setHeld({ view })]
}
