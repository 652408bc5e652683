import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Redirect, useParams, Link } from 'wouter'
import { countText } from '#contract/amounts.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import NotFound from '#web/screens/frame/not-found.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { ApiCall, MethodChip } from './api-call.tsx'
import { type Area, endpointsQuery, findCalls, type Endpoint } from './api-document.ts'
import type { Language } from './examples.ts'
import { ChevronDown } from 'lucide-react'
import { SearchField } from '#web/kit/fields/search-field.tsx'

/** /docs/api and a page for each area: the server's calls, as the server itself describes them (D155, D156). */
export default function ApiDocs() {
  const { area } = useParams<{ area?: string }>()
  const areas = useQuery(endpointsQuery)
  const shown = area === undefined ? undefined : areas.data?.find(({ id }) => id === area)
  if (area !== undefined && areas.data && !shown) return <NotFound />
  return (
    <Page
      title={shown?.name ?? 'API Documentation'}
      description={shown ? undefined : 'Every Luna API call, as described by the running server.'}
      above={area !== undefined && <ParentLink href={paths.apiDocs()} name="API Documentation" />}
    >
      <Loaded read={areas} what="the list of calls">
        {(all) => <Calls areas={all} shown={shown} />}
      </Loaded>
    </Page>
  )
}

function Calls({ areas, shown }: { areas: readonly Area[]; shown: Area | undefined }) {
  const [words, setWords] = useState('')
  const [language, setLanguage] = useState<Language>('curl')
  const found = findCalls(areas, useDeferredValue(words))
  // Links to a call led here while one page had all of them.
  const sought = !shown && areas.find(({ endpoints }) => endpoints.some(({ id }) => location.hash === `#${id}`))
  if (sought) return <Redirect to={paths.apiDocs({ area: sought.id, call: location.hash.slice(1) })} replace />
  return (
    <div className="grid gap-x-12 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <CallNavigation areas={found} shown={shown} words={words} onSearch={setWords} />
      <div className="min-w-0">
        {shown ? (
          shown.endpoints.map((endpoint) => (
            <ApiCall key={endpoint.id} endpoint={endpoint} language={language} onLanguage={setLanguage} />
          ))
        ) : (
          <>
            <Basics />
            <AreaList areas={areas} />
          </>
        )}
      </div>
    </div>
  )
}

/** On small screens the navigation is folded. */
function AreaList({ areas }: { areas: readonly Area[] }) {
  return (
    <ul aria-label="Areas" className="grid gap-x-8 sm:grid-cols-2 lg:hidden">
      {areas.map(({ id, name, endpoints }) => (
        <li key={id} className="flex items-baseline justify-between gap-4 border-t border-line py-2">
          <TextLink href={paths.apiDocs({ area: id })}>{name}</TextLink>
          <span className="text-sm text-muted tabular">{countText(endpoints.length, 'call')}</span>
        </li>
      ))}
    </ul>
  )
}

function Basics() {
  return (
    <ul className="mb-10 flex max-w-prose list-disc flex-col gap-2 pl-5 text-reading">
      <li>
        Bodies and responses are JSON. The machine-readable description is at{' '}
        <a href="/api/openapi.json" className="text-link underline underline-offset-2 hover:decoration-2">
          /api/openapi.json
        </a>{' '}
        (OpenAPI 3.1).
      </li>
      <li>
        Signing in with <code>POST /api/auth/login</code> sets a session cookie. Send it with every other call. In the
        examples, curl keeps it in the file <code>luna.cookies</code>, and <code>cookie</code> holds it for fetch.
      </li>
      <li>Money is in dollars, talk time in minutes, and times are in UTC (ISO 8601).</li>
      <li>
        A refusal has a status and a body with a <code>message</code> for people, a <code>code</code> for programs and a{' '}
        <code>requestId</code>. The limit is 300 requests a minute; beyond it, a 429 says when to try again.
      </li>
      <li>Example values are made up but valid.</li>
    </ul>
  )
}

interface Props {
  /** The areas with the calls that were found. */
  areas: readonly Area[]
  /** The area of this page. */
  shown: Area | undefined
  words: string
  onSearch: (words: string) => void
}

/** The filter and the list of calls: beside them where there is room, otherwise in a box that opens. */
function CallNavigation(props: Props) {
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
