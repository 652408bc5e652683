import { lazy, Suspense, type ComponentType } from 'react'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import type { Column } from './column-chart.tsx'

interface ChartProps {
  columns: readonly Column[]
  /** Before each number of the axis. */
  unit?: '$' | ''
}

const ColumnChart = lazy(async (): Promise<{ default: ComponentType<ChartProps> }> => {
  try {
    return { default: (await import('./column-chart.tsx')).ColumnChart }
  } catch {
    // The page keeps working without it: a table has the same figures.
    return { default: NotDrawn }
  }
})

interface Props extends ChartProps {
  /** What the chart shows, with its main figures, for screen readers. */
  summary: string
}

/** Columns over time, drawn by code that loads on demand. It needs a table with the same figures. */
export function Plot({ columns, summary, unit = '' }: Props) {
  return (
    // The drawing adapts to a narrower screen a moment later and must not widen the page until then.
    <div role="img" aria-label={summary} className="h-52 min-w-0 overflow-hidden">
      <Suspense
        fallback={
          <SkeletonGroup label="Drawing…" className="h-full">
            <Skeleton className="h-full" />
          </SkeletonGroup>
        }
      >
        <ColumnChart columns={columns} unit={unit} />
      </Suspense>
    </div>
  )
}

function NotDrawn() {
  return (
    <p className="flex h-full items-center justify-center rounded-card border border-dashed border-line p-4 text-center text-muted">
      We couldn't load the chart. The table has the same figures.
    </p>
  )
}
