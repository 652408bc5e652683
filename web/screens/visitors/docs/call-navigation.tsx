import { ChevronDown } from 'lucide-react'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import type { Area } from './api-document.ts'
import { MethodChip } from './method-chip.tsx'

interface Props {
  /** The areas with the calls that were found. */
  areas: readonly Area[]
  words: string
  onSearch: (words: string) => void
}

/** The filter and the list of calls: beside them where there is room, otherwise in a box that opens. */
export function CallNavigation(props: Props) {
  const count = props.areas.reduce((sum, { endpoints }) => sum + endpoints.length, 0)
  return (
    <>
      <div className="hidden lg:block">
        <div className="sticky top-20 flex max-h-[calc(100dvh-6rem)] flex-col">
          <Filter {...props} />
          <CallLinks areas={props.areas} />
        </div>
      </div>
      <details className="group mb-8 rounded-card border border-line bg-surface lg:hidden">
        <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-card px-4 py-3 text-lg font-medium [&::-webkit-details-marker]:hidden">
          Find an endpoint
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-muted transition-transform duration-menu group-open:rotate-180"
          />
        </summary>
        <div className="flex max-h-[60dvh] flex-col px-4 pb-4">
          <Filter {...props} />
          <CallLinks areas={props.areas} />
        </div>
      </details>
      <p role="status" className="sr-only">
        {props.words.trim() !== '' && (count === 1 ? '1 call' : `${count} calls`)}
      </p>
    </>
  )
}

function Filter({ words, onSearch }: Props) {
  return <SearchField label="Filter endpoints" placeholder="Filter endpoints" value={words} onChange={onSearch} />
}

function CallLinks({ areas }: { areas: readonly Area[] }) {
  return (
    <nav aria-label="Calls" className="-mx-1 mt-3 min-h-0 overflow-y-auto px-1 pb-2">
      {areas.map(({ id, name, endpoints }) => (
        <div key={id} className="mb-4">
          <a href={`#${id}`} className="rounded-[2px] text-sm font-semibold hover:underline">
            {name}
          </a>
          <ul className="mt-1">
            {endpoints.map((endpoint) => (
              <li key={endpoint.id}>
                <a
                  href={`#${endpoint.id}`}
                  className="flex items-baseline gap-2 rounded-[2px] py-1 text-sm text-muted hover:text-text"
                >
                  <MethodChip method={endpoint.method} isSmall />
                  <span className="min-w-0 [overflow-wrap:anywhere]">{endpoint.path.replace(/^\/api/, '')}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
