import { formatDay, formatWeekday } from '#contract/dates.ts'
import { type NextStep, changeNextStep } from '#contract/results/next-steps.ts'
import { classes } from '#web/kit/classes.ts'
import { isOverdue, type Column, changeTo, columnTargets } from './columns.ts'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusedIn, handOnFocus } from '#web/kit/kept-focus.ts'
import { useCall } from '#web/client/api.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'

/** The day on which a step is due, marked when it is today or over. */
export function DueDay({ step, today }: { step: NextStep; today: string }) {
  const { dueOn, state } = step
  if (dueOn === null) return null
  const isLate = isOverdue(step, today)
  // Without a year, a day of another year would read as one of this year.
  const day = dueOn.slice(0, 4) === today.slice(0, 4) ? formatWeekday(dueOn) : formatDay(dueOn)
  const words = isLate ? `Overdue since ${day}` : dueOn === today ? 'Today' : day
  return (
    <span
      className={classes(
        'tabular',
        isLate ? 'font-medium text-danger' : dueOn === today && state === 'open' ? 'font-medium text-text' : null,
      )}
    >
      {words}
    </span>
  )
}

/** The id of the row of a step, in whichever section it stands. */
export function rowId(stepId: string): string {
  return `step-${stepId}`
}

/** Returns the title of a step, where the focus goes when its dialog closes. */
export function titleOf(stepId: string): HTMLElement | null {
  return document.getElementById(rowId(stepId))?.querySelector<HTMLElement>('button:not([role])') ?? null
}

/** Returns the button that opens the menu of a step. */
export function menuOf(row: Element | null): HTMLElement | null {
  return row?.querySelector<HTMLElement>('[aria-haspopup="menu"]') ?? null
}

/** Returns the row that a step leaves behind when it goes. */
export function rowBeside(stepId: string): Element | null {
  return besideOf(document.getElementById(rowId(stepId)))
}

/**
 * For the row of a step, which goes or comes to stand elsewhere after a press inside it: if it held the focus, the same
 * control of the row takes it, or else that of the row beside it. With `staysHere` the row beside it comes first.
 */
export function useRowFocus(stepId: string, staysHere = false): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const line = row.current
    return () => {
      const focused = focusedIn(line)
      const held = controlsOf(line).findIndex((control) => control === focused)
      if (held < 0) return
      const beside = besideOf(line)
      const controlIn = (found: Element | null | undefined) => controlsOf(found)[held] ?? controlsOf(found)[0] ?? null
      // The row stands in its new place only when this change of the page is complete.
      requestAnimationFrame(() => {
        const [moved, next] = [
          controlIn(document.getElementById(rowId(stepId))),
          beside?.isConnected ? controlIn(beside) : null,
        ]
        handOnFocus(staysHere ? (next ?? moved) : (moved ?? next))
      })
    }
  }, [stepId, staysHere])
  return row
}

function besideOf(row: Element | null): Element | null {
  return row?.nextElementSibling ?? row?.previousElementSibling ?? null
}

function controlsOf(row: Element | null | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('a, button, input[type="checkbox"]') ?? [])]
}

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
