import { useWaited } from '#web/kit/use-waited.ts'

const patienceMs = 5000

/** What people read who wait for a payment to be opened: after 5 s that it is slow, and that they may leave. */
export function PreparingNote({ isPreparing }: { isPreparing: boolean }) {
  const isLate = useWaited(isPreparing, patienceMs)
  return (
    <p role="status" className={isLate ? 'mt-4 text-sm text-muted' : undefined}>
      {isLate &&
        'This is taking longer than usual. You can wait, or go back and try again. Nothing is charged until you pay.'}
    </p>
  )
}
