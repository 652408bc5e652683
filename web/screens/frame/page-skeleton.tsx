import { classes } from '#web/kit/classes.ts'
import { isFirstScreen } from '#web/client/navigation.ts'

/** The page to come resembles cards in a grid, figures over panels, rows, a column of fields, or one next to the night. */
export type SkeletonKind = 'cards' | 'dashboard' | 'list' | 'form' | 'entry'

interface Props {
  kind: SkeletonKind
  /** What is loading, for screen readers. */
  label?: string
}

/**
 * A page that is loading: its title and its parts as gray shapes. The server sends the first one with the document. It is
 * higher than the window, so that nothing below it flashes into view.
 */
export function PageSkeleton(props: Props) {
  if (props.kind !== 'entry') return <Outline {...props} />
  return (
    <div className={splitClasses}>
      <Outline {...props} />
      <div className="night hidden lg:block" />
    </div>
  )
}

/** A page on the left, and the night on the right where there is room. */
export const splitClasses = 'fills-window lg:grid lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]'

function Outline({ kind, label = 'Loading…' }: Props) {
  return (
    <div
      data-loading
      className={classes(
        'mx-auto min-h-dvh w-full px-4 py-8 sm:px-6 sm:py-12 noscript:hidden',
        kind === 'form' || kind === 'entry' ? 'max-w-form' : 'max-w-page',
        late(),
      )}
    >
      <p role="status" className="sr-only">
        {label}
      </p>
      <div aria-busy="true" aria-hidden>
        <div className="mb-6 flex flex-col gap-2 sm:mb-8">
          <Shape size="h-9 w-56 max-w-full" />
          <Shape size="h-5 w-72 max-w-full" />
        </div>
        <Shapes kind={kind} />
      </div>
    </div>
  )
}

/** The first screen follows the document, which showed the same. Later ones wait, so that quick answers never flicker. */
function late(): string {
  return isFirstScreen() ? '' : 'appear-late'
}

function Shapes({ kind }: { kind: SkeletonKind }) {
  const { grid, shapes } = layouts[kind]
  return (
    <div className={classes('grid', grid)}>
      {shapes.map((shape, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the shapes never change their order
        <Shape key={index} size={shape} />
      ))}
    </div>
  )
}

function Shape({ size }: { size: string }) {
  return <div className={classes('rounded-control bg-hover motion-safe:animate-pulse', size)} />
}

const layouts: Record<SkeletonKind, { grid: string; shapes: readonly string[] }> = {
  cards: { grid: 'gap-4 sm:grid-cols-2 lg:grid-cols-3', shapes: Array<string>(6).fill('h-80') },
  dashboard: {
    grid: 'grid-cols-2 gap-6 lg:grid-cols-4',
    shapes: [...Array<string>(4).fill('h-24'), 'col-span-2 h-72', 'col-span-2 h-72'],
  },
  list: { grid: 'gap-3', shapes: ['mb-3 h-9 w-full max-w-80', ...Array<string>(6).fill('h-16')] },
  form: { grid: 'gap-5', shapes: [...Array<string>(4).fill('h-14'), 'h-10 w-32'] },
  entry: { grid: 'gap-5', shapes: ['h-14', 'h-14', 'h-11'] },
}
