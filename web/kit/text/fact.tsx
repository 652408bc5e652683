import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

interface Props {
  label: string
  isLarge?: boolean
  children: ReactNode
}

/** One fact under its name, in a `dl`. */
export function Fact({ label, isLarge = false, children }: Props) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={classes('break-words tabular', isLarge ? 'mt-1 text-lg' : 'mt-0.5')}>{children}</dd>
    </div>
  )
}
