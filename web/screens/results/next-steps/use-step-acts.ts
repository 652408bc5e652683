import { changeNextStep, deleteNextStep, nextSteps, type NextStep } from '#contract/results/next-steps.ts'
import { readRecap } from '#contract/results/recap.ts'
import { useCall } from '#web/client/api.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { type Column, changeTo } from './columns.ts'
import { stepFailures, undoMs } from './toasts.ts'

export interface StepActs {
  /** Whether something is being saved. */
  isBusy: boolean
  finish(step: NextStep): void
  reopen(step: NextStep): void
  accept(step: NextStep): void
  dismiss(step: NextStep): void
  move(step: NextStep, to: Column, today: string): void
  /** Resolves to whether it is deleted. */
  remove(step: NextStep): Promise<boolean>
}

/** What people do with a step in one press; what would be missed can be undone. */
export function useStepActs(): StepActs {
  const change = useCall(changeNextStep, { changes: [nextSteps, readRecap], failed: stepFailures.change })
  const removal = useCall(deleteNextStep, { changes: [nextSteps, readRecap], failed: stepFailures.remove })

  async function save({ id }: NextStep, body: Parameters<typeof change.mutateAsync>[0]['body']): Promise<boolean> {
    try {
      await change.mutateAsync({ params: { id }, body })
      return true
    } catch {
      // The toast says so.
      return false
    }
  }

  async function finish(step: NextStep) {
    if (!(await save(step, { state: 'done' }))) return
    const undo = () => void save(step, { state: 'open' })
    showToast({
      title: 'Done',
      description: step.title,
      tone: 'success',
      action: { label: 'Undo', onPress: undo },
      durationMs: undoMs,
    })
  }

  return {
    isBusy: change.isPending || removal.isPending,
    finish: (step) => void finish(step),
    reopen: (step) => void save(step, { state: 'open' }),
    accept: (step) => void save(step, { state: 'open' }),
    dismiss: (step) => void save(step, { state: 'dismissed' }),
    move: (step, to, today) => void (to === 'done' ? finish(step) : save(step, changeTo(to, today))),
    remove: async ({ id }) => {
      try {
        await removal.mutateAsync({ params: { id } })
        return true
      } catch {
        return false
      }
    },
  }
}
