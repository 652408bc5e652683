import { minutesText } from '#contract/amounts.ts'

/** Heads the figures of a payment for an organization: the minutes, and who gets them. */
export function PoolHead({ organizationName, minutes }: { organizationName: string; minutes: number }) {
  return (
    <>
      <p className="text-lg font-semibold tabular">{minutesText(minutes)}</p>
      <p className="mt-1 text-muted">
        For the pool of <span className="font-medium break-words text-text">{organizationName}</span>, shared by
        everyone in it. These minutes never expire.
      </p>
    </>
  )
}
