import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Redirect, useParams } from 'wouter'
import { countText } from '#contract/amounts.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import NotFound from '#web/screens/frame/not-found.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { ApiCall } from './api-call.tsx'
import { type Area, endpointsQuery, findCalls } from './api-document.ts'
import { CallNavigation } from './call-navigation.tsx'
import type { Language } from './examples.ts'

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
