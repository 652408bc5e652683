import type { ReactNode } from 'react'

interface Props {
  title: string
  /** One sentence why there is nothing. */
  children?: ReactNode
  icon?: ReactNode
  /** The one thing to do next. */
  action?: ReactNode
}

/** Stands where a list would stand when there is nothing in it. */
export function EmptyState({ title, children, icon, action }: Props) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-dashed border-line px-4 py-10 text-center">
      {icon && <div className="mb-1 text-muted">{icon}</div>}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-md text-muted">{children}</div>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
