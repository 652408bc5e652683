import { formatCount } from '#contract/amounts.ts'
import { classes } from '../classes.ts'

export interface Column {
  /** Below the column, where there is room. */
  label: string
  value: number
  /** Value in words, shown under the pointer. */
  valueText: string
}

interface Props {
  columns: readonly Column[]
  /** Before each number of the axis. */
  unit?: '$' | ''
  /** What the chart shows, with its main figures, for screen readers. */
  summary: string
}

/** Columns side by side, such as days. They need a table with the same figures, which the keyboard reaches. */
export function Plot({ columns, unit = '', summary }: Props) {
  const marks = axisMarks(columns.map(({ value }) => value))
  const [highest = 0, lowest = 0] = [marks[0], marks.at(-1)]
  const share = (value: number) => ((highest - value) / (highest - lowest)) * 100
  return (
    <div
      role="img"
      aria-label={summary}
      className="@container grid h-52 min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-2 overflow-hidden pt-2 pb-6 text-xs text-muted"
    >
      <Axis marks={marks} unit={unit} />
      <div className="relative flex">
        <div className="absolute inset-0 flex flex-col justify-between">
          {marks.map((mark) => (
            <div
              key={mark}
              className={classes('-mb-px border-t', mark === 0 ? 'border-control-line' : 'border-line')}
            />
          ))}
        </div>
        {columns.map((column, index) => (
          <div
            key={index}
            className="group relative flex min-w-0 flex-1 justify-center hover:bg-hover forced-colors:hover:bg-[Highlight]"
          >
            {column.value !== 0 && <Bar value={column.value} share={share} />}
            <Label index={index} count={columns.length} text={column.label} />
            <Tip {...column} isAtEnd={index * 2 >= columns.length} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** The numbers of the axis. Each is centered on its line. */
function Axis({ marks, unit }: { marks: readonly number[]; unit: string }) {
  return (
    <div className="-my-2 flex flex-col justify-between text-right leading-4 tabular">
      {marks.map((mark) => (
        <span key={mark}>{`${mark < 0 ? '−' : ''}${unit}${formatCount(Math.abs(mark))}`}</span>
      ))}
    </div>
  )
}

/** The smallest height of a column with a value, in percent. */
const leastShare = 1

/** Its far end is round: the rectangle is twice as high as the part of it that shows. */
function Bar({ value, share }: { value: number; share: (value: number) => number }) {
  const height = Math.max(Math.abs(share(value) - share(0)), leastShare)
  const isBelow = value < 0
  return (
    <svg aria-hidden className="h-full w-4/5 max-w-7 fill-chart forced-colors:fill-[CanvasText]">
      <svg y={`${isBelow ? share(0) : share(0) - height}%`} width="100%" height={`${height}%`}>
        <rect data-column="" y={isBelow ? '-100%' : 0} width="100%" height="200%" rx="3" />
      </svg>
    </svg>
  )
}

/** Shows at most twelve labels, and every third of them where it is narrow; those at the edges stay inside the chart. */
function Label({ index, count, text }: { index: number; count: number; text: string }) {
  const step = Math.ceil(count / 12)
  if (index % step !== 0) return null
  const place = count <= 12 ? 'middle' : index === 0 ? 'start' : (count - index) / count < 0.12 ? 'end' : 'middle'
  return (
    <span
      className={classes(
        'absolute top-full mt-1.5 w-max',
        labelPlaces[place],
        index % (3 * step) !== 0 && 'hidden @3xl:block',
      )}
    >
      {text}
    </span>
  )
}

const labelPlaces = { start: 'left-0', middle: 'left-1/2 -translate-x-1/2', end: 'right-0' }

/** On the side of the middle, so that it never leaves the chart. */
function Tip({ label, valueText, isAtEnd }: Column & { isAtEnd: boolean }) {
  return (
    <p
      className={classes(
        'pointer-events-none absolute top-0 z-10 hidden rounded-control border border-line bg-raised px-2.5 py-1.5 text-sm w-max text-text shadow-overlay group-hover:block',
        isAtEnd ? 'right-full mr-1' : 'left-full ml-1',
      )}
    >
      <span className="text-muted">{label}</span> <span className="font-medium tabular">{valueText}</span>
    </p>
  )
}

/** Returns about five round numbers around zero and all values, from the highest to the lowest. */
function axisMarks(values: readonly number[]): readonly number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const rough = Math.max((high - low) / 4, 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 2.5, 5].find((one) => one * power >= rough && Number.isInteger(one * power)) ?? 10)
  const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), 1)]
  return Array.from({ length: last - first + 1 }, (_, index) => (last - index) * step)
}
