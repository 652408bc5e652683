import { lazy, Suspense, type ComponentType } from 'react'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import type { Column } from './column-chart.tsx'

interface ChartProps {
  columns: readonly Column[]
}

const ColumnChart = lazy(async (): Promise<{ default: ComponentType<ChartProps> }> => {
  try {
    return { default: (await import('./column-chart.tsx')).ColumnChart }
  } catch {
    // The page around it goes on: a table beside it has the same figures.
    return { default: NotDrawn }
  }
})

interface Props extends ChartProps {
  /** What the plot shows, with its main figures; read by screen readers. */
  summary: string
}

/** Columns over time, drawn by code that is loaded when it is first needed. A table of the same figures belongs to it. */
export function Plot({ columns, summary }: Props) {
  return (
    // The drawing follows a narrower screen a moment later and must not widen the page until then.
    <div role="img" aria-label={summary} className="h-52 min-w-0 overflow-hidden">
      <Suspense
        fallback={
          <SkeletonGroup label="Drawing…" className="h-full">
            <Skeleton className="h-full" />
          </SkeletonGroup>
        }
      >
        <ColumnChart columns={columns} />
      </Suspense>
    </div>
  )
}

function NotDrawn() {
  return (
    <p className="flex h-full items-center justify-center rounded-card border border-dashed border-line p-4 text-center text-muted">
      The plot could not be loaded. The table has the same figures.
    </p>
  )
}
