import { useRef } from 'react'
import { changeNextStep, type NextStep } from '#contract/results/next-steps.ts'
import { useCall } from '#web/client/api.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { type Column, changeTo, columnTargets } from './columns.ts'

/** How long what was done can be undone. */
const undoMs = 10_000

interface Change {
  state: 'open' | 'done' | 'dismissed'
  /** Absent to keep the day. */
  dueOn?: string | null
}

interface StepActs {
  /** The state that is being saved; null while nothing is, which is when the other acts do something. */
  sent: Change['state'] | null
  finish(): void
  reopen(): void
  accept(): void
  dismiss(): void
  move(to: Column, today: string): void
}

/** What people do with one step in one press; what would be missed can be undone. */
export function useStepActs(step: NextStep): StepActs {
  const change = useCall(changeNextStep)
  const isBusy = useRef(false)

  /** Resolves to whether it is saved; a toast says if not. */
  async function save(body: Change): Promise<boolean> {
    if (isBusy.current) return false
    isBusy.current = true
    try {
      await change.mutateAsync({ params: { id: step.id }, body })
      return true
    } catch {
      return false
    } finally {
      isBusy.current = false
    }
  }

  async function saveWithUndo(body: Change, title: string, label: string, back: Change) {
    if (!(await save(body))) return
    const tone = body.state === 'done' ? 'success' : 'info'
    const action = { label, onPress: () => void save(back) }
    showToast({ title, description: step.title, tone, action, durationMs: undoMs })
  }

  const open = { state: 'open' } as const
  const finish = () => void saveWithUndo({ state: 'done' }, 'Done', 'Undo', open)

  function move(to: Column, today: string) {
    if (to === 'done') return finish()
    const body = changeTo(to, step, today)
    const isDayLost = body.dueOn === null && step.dueOn !== null
    const back = { state: step.state === 'done' ? 'done' : 'open', dueOn: step.dueOn } as const
    void saveWithUndo(body, isDayLost ? 'Due Date Removed' : `Moved to ${columnTargets[to]}`, 'Undo', back)
  }

  return {
    sent: (change.isPending && change.variables.body.state) || null,
    finish,
    reopen: () => void save(open),
    accept: () => void save(open),
    dismiss: () => void saveWithUndo({ state: 'dismissed' }, 'Dismissed', 'Add After All', open),
    move,
  }
}
