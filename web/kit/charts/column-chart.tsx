import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts'
import { formatCount } from '#contract/amounts.ts'

export interface Column {
  /** Below the column, where there is room. */
  label: string
  value: number
  /** Value in words, shown under the pointer. */
  valueText: string
}

interface Props {
  columns: readonly Column[]
  unit?: '$' | ''
}

/** Columns side by side, decorating a table with the same figures; loaded only by `Plot`. */
export function ColumnChart({ columns, unit = '' }: Props) {
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 208 }}>
      <BarChart data={[...columns]} accessibilityLayer={false} margin={{ top: 8, right: 0, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--control-line)' }}
          minTickGap={40}
          interval="preserveStartEnd"
        />
        <YAxis
          tick={tick}
          tickFormatter={(value: number) => `${value < 0 ? '−' : ''}${unit}${formatCount(Math.abs(value))}`}
          tickLine={false}
          axisLine={false}
          width="auto"
          allowDecimals={false}
        />
        <Tooltip cursor={{ fill: 'var(--hover)' }} content={Tip} isAnimationActive={false} />
        <Bar
          dataKey="value"
          fill="var(--chart)"
          radius={[3, 3, 0, 0]}
          maxBarSize={28}
          minPointSize={(value) => (Number(value) > 0 ? 2 : 0)}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  )
}

const tick = { fill: 'var(--muted)', fontSize: 12 }

function Tip({ active, payload }: TooltipContentProps) {
  const column = payload[0]?.payload as Column | undefined
  if (!active || !column) return null
  return (
    <p className="rounded-control border border-line bg-raised px-2.5 py-1.5 text-sm shadow-overlay">
      <span className="text-muted">{column.label}</span> <span className="font-medium tabular">{column.valueText}</span>
    </p>
  )
}
