import { useId, type ReactNode } from 'react'

interface Props {
  title: string
  /** One sentence that says why it is empty. */
  children?: ReactNode
  /** The one next action. */
  action?: ReactNode
}

/** Replaces a list that is empty: a small night, what is missing, and the one next action. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="flex flex-col items-center px-4 py-8 text-center">
      <SmallNight />
      <p className="mt-4 text-lg font-semibold">{title}</p>
      {children && <div className="mt-1 max-w-md text-balance text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

/** A section of a dashboard without content: one quiet line. */
export function EmptyLine({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <p className="text-muted">
      <span>{title}</span>. {children}
    </p>
  )
}

/** A crescent over quiet hills, the same in both themes. */
function SmallNight() {
  const id = useId()
  return (
    <svg viewBox="0 0 120 72" aria-hidden className="h-[72px] w-[120px]">
      <defs>
        <linearGradient id={`${id}-sky`} x2="0" y2="1">
          <stop className="[stop-color:var(--night)]" />
          <stop offset="1" className="[stop-color:var(--moon-shade)]" />
        </linearGradient>
        <clipPath id={`${id}-edge`}>
          <rect width="120" height="72" rx="14" />
        </clipPath>
      </defs>
      <g clipPath={`url(#${id}-edge)`}>
        <rect width="120" height="72" fill={`url(#${id}-sky)`} />
        <path d="M66 14a17 17 0 1 0 15.5 24A14 14 0 0 1 66 14Z" className="fill-moon" />
        <g className="fill-moon">
          <circle cx="22" cy="18" r="1.1" />
          <circle cx="38" cy="32" r=".8" />
          <circle cx="92" cy="16" r="1.3" />
          <circle cx="104" cy="34" r=".8" />
          <circle cx="14" cy="40" r=".8" />
          <circle cx="86" cy="28" r=".7" />
        </g>
        <path d="M0 58c18-9 34-9 52-2s40 5 68-5v21H0Z" className="fill-night-soft" />
        <path d="M0 66c24-7 44-5 62-1s38 3 58-4v11H0Z" className="fill-night" />
      </g>
    </svg>
  )
}
