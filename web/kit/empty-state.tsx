import type { ReactNode } from 'react'

interface Props {
  title: string
  /** One sentence that says why it is empty. */
  children?: ReactNode
  icon?: ReactNode
  /** The one next action. */
  action?: ReactNode
}

/** Replaces a list that is empty. */
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
