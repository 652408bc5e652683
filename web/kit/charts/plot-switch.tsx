import { ChartColumn, Table2 } from 'lucide-react'
import { Button } from '../button.tsx'

interface Props {
  isTable: boolean
  onChange: (isTable: boolean) => void
}

/** Switches between a plot and the table of the same figures. */
export function PlotSwitch({ isTable, onChange }: Props) {
  const Icon = isTable ? ChartColumn : Table2
  return (
    <Button
      variant="secondary"
      size="dense"
      icon={<Icon aria-hidden className="size-4" />}
      onClick={() => onChange(!isTable)}
    >
      {isTable ? 'Show as Chart' : 'Show as Table'}
    </Button>
  )
}
