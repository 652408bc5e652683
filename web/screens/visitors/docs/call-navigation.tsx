import { ChevronDown } from 'lucide-react'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { Link } from 'wouter'
import { paths } from '#web/client/addresses/paths.ts'
import type { Area, Endpoint } from './api-document.ts'
import { MethodChip } from './method-chip.tsx'

interface Props {
  /** The areas with the calls that were found. */
  areas: readonly Area[]
  /** The area of this page. */
  shown: Area | undefined
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
          <CallLinks {...props} />
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
          <CallLinks {...props} />
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

/** The areas, with the calls of this page's area, or while filtering with those that were found. */
function CallLinks({ areas, shown, words }: Props) {
  const isFiltering = words.trim() !== ''
  return (
    <nav aria-label="Calls" className="-mx-1 mt-3 min-h-0 overflow-y-auto px-1 pb-2">
      {areas.map(({ id, name, endpoints }) => (
        <div key={id} className={isFiltering ? 'mb-4' : 'mb-2'}>
          <Link
            href={paths.apiDocs({ area: id })}
            aria-current={id === shown?.id ? 'page' : undefined}
            className="rounded-[2px] text-sm font-semibold hover:underline aria-[current]:text-link"
          >
            {name}
          </Link>
          {(isFiltering || id === shown?.id) && (
            <ul className="mt-1">
              {endpoints.map((endpoint) => (
                <li key={endpoint.id}>
                  <CallLink area={id} endpoint={endpoint} isHere={id === shown?.id} />
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {areas.length === 0 && <p className="text-muted">No call contains these words.</p>}
    </nav>
  )
}

function CallLink({ area, endpoint, isHere }: { area: string; endpoint: Endpoint; isHere: boolean }) {
  const Way = isHere ? 'a' : Link
  return (
    <Way
      href={isHere ? `#${endpoint.id}` : paths.apiDocs({ area, call: endpoint.id })}
      className="flex items-baseline gap-2 rounded-[2px] py-1 text-sm text-muted hover:text-text"
    >
      <MethodChip method={endpoint.method} isSmall />
      <span className="min-w-0 [overflow-wrap:anywhere]">{endpoint.path.replace(/^\/api/, '')}</span>
    </Way>
  )
}
