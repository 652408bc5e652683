import { useWaited } from '#web/kit/use-waited.ts'

const patienceMs = 5000

/** Shown while a payment opens: after 5 s it says that this is slow and that leaving is safe. */
export function PreparingNote({ isPreparing }: { isPreparing: boolean }) {
  const isLate = useWaited(isPreparing, patienceMs)
  return (
    <p role="status" className={isLate ? 'mt-4 text-sm text-muted' : undefined}>
      {isLate &&
        'This is taking longer than usual. You can wait, or go back and try again. Nothing is charged until you pay.'}
    </p>
  )
}
