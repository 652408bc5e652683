import { changeNote, deleteNote, type Note } from '#contract/results/memory.ts'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'

interface Props {
  note: Note
  /** Whether memory is on; while it is off, nothing can be kept. */
  isOn: boolean
  /** Called when the answer is stored and the buttons are about to disappear. */
  onAnswered: (isKept: boolean) => void
}

/** Says which note goes when the proposed one is kept. */
export function Replaced({ note: { replaces } }: Pick<Props, 'note'>) {
  return replaces && <p className="text-sm wrap-anywhere text-muted">Replaces “{replaces}”</p>
}

/** Keeps a proposed note, or not. */
export function KeepOrNot({ note: { id, text }, isOn, onAnswered }: Props) {
  const keep = useCall(changeNote, { told: null, done: () => onAnswered(true) })
  const drop = useCall(deleteNote, { done: () => onAnswered(false) })
  return (
    <div className="flex flex-wrap gap-2">
      {isOn && (
        <Button
          variant="secondary"
          size="dense"
          pending={keep.isPending}
          disabled={drop.isPending}
          aria-label={`Keep: ${text}`}
          onClick={() => void keep.submit({ params: { id }, body: { state: 'active' } })}
        >
          Keep
        </Button>
      )}
      <Button
        variant="ghost"
        size="dense"
        pending={drop.isPending}
        disabled={keep.isPending}
        aria-label={`No: ${text}`}
        onClick={() => void drop.submit({ params: { id } })}
      >
        No
      </Button>
    </div>
  )
}
