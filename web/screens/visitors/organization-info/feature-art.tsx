import { Check, EyeOff, Minus } from 'lucide-react'

const card = 'rounded-card border border-line bg-surface shadow-raised'

/** A pool that everybody draws from. */
export function PoolArt() {
  return (
    <div className={`w-full max-w-56 p-4 ${card}`}>
      <p className="flex items-baseline justify-between">
        <span className="text-2xl font-semibold tabular">2,129</span>
        <span className="text-muted">minutes</span>
      </p>
      <span className="mt-2 block h-2 rounded-full bg-line">
        <span className="block h-full w-[71%] rounded-full bg-primary" />
      </span>
      <p className="mt-3 flex -space-x-2">
        {['M', 'J', 'T', 'A'].map((initial) => (
          <span
            key={initial}
            className="flex size-7 items-center justify-center rounded-full border-2 border-surface bg-accent text-xs font-semibold text-accent-ink"
          >
            {initial}
          </span>
        ))}
        <span className="flex h-7 items-center rounded-full border-2 border-surface bg-sunken px-2 text-xs text-muted">
          +21
        </span>
      </p>
    </div>
  )
}

/** An agent that learns a company. */
export function WorkshopArt() {
  return (
    <div className={`flex w-full max-w-56 flex-col gap-2 p-4 ${card}`}>
      {['Your price list', 'Your onboarding', 'Your tone of voice'].map((what) => (
        <span key={what} className="flex items-center gap-2">
          <span className="flex size-5 items-center justify-center rounded-full bg-success-soft text-success">
            <Check className="size-3.5" strokeWidth={3} />
          </span>
          {what}
        </span>
      ))}
    </div>
  )
}

/** Who may talk to which agent. */
export function LevelsArt() {
  return (
    <div className={`w-full max-w-56 p-4 ${card}`}>
      <div className="grid grid-cols-[1fr_auto_auto] items-center gap-x-4 gap-y-2">
        <span />
        <span className="text-xs text-muted">Sales</span>
        <span className="text-xs text-muted">Care</span>
        {[
          { level: 'Standard', sales: false },
          { level: 'Premium', sales: true },
          { level: 'Admins', sales: true },
        ].map(({ level, sales }) => (
          <span key={level} className="col-span-3 grid grid-cols-subgrid items-center">
            <span>{level}</span>
            <Mark isOn={sales} />
            <Mark isOn />
          </span>
        ))}
      </div>
    </div>
  )
}

function Mark({ isOn }: { isOn: boolean }) {
  return isOn ? (
    <Check className="mx-auto size-4 text-success" strokeWidth={3} />
  ) : (
    <Minus className="mx-auto size-4 text-muted" />
  )
}

/** A conversation that shows only its outline. */
export function PrivateArt() {
  return (
    <div className={`w-full max-w-56 p-4 ${card}`}>
      <p className="flex justify-between font-medium">
        <span>Maya</span>
        <span className="tabular">12:40</span>
      </p>
      <p className="text-muted">Sales Call Coach</p>
      <p className="mt-3 flex items-center gap-2 text-muted">
        <EyeOff className="size-4 shrink-0" />
        <span className="flex flex-1 flex-col gap-1.5">
          <span className="h-2 rounded-full bg-line" />
          <span className="h-2 w-2/3 rounded-full bg-line" />
        </span>
      </p>
    </div>
  )
}
