import { Card } from '#web/kit/card.tsx'
import { Spinner } from '#web/kit/spinner.tsx'

/** The payment is not confirmed yet. */
export function Waiting({ isLate }: { isLate: boolean }) {
  return (
    <Card>
      <div role="status" className="flex flex-col gap-2">
        {isLate ? (
          <p className="text-lg font-semibold">We'll email you</p>
        ) : (
          <p className="text-lg font-semibold">
            <Spinner label="Confirming your payment" />
          </p>
        )}
        <p className="text-muted">
          {isLate
            ? "Your bank is taking longer than usual. Once the payment is confirmed, we'll email you the link to your organization. You can close this page."
            : 'This takes a few seconds. Please stay on this page.'}
        </p>
      </div>
    </Card>
  )
}
