import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type Area, endpointsQuery, findCalls } from './api-document.ts'
import { ApiCall } from './api-call.tsx'
import { CallNavigation } from './call-navigation.tsx'
import type { Language } from './examples.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'

/** /docs/api: the server's calls, as the server itself describes them (D155, D156). */
export default function ApiDocs() {
  const areas = useQuery(endpointsQuery)
  return (
    <Page title="API Documentation" description="Every Luna API call, as described by the running server.">
      <Basics />
      {areas.isPending && <Loading />}
      {areas.isError && <LoadError what="the list of calls" failed={areas} />}
      {areas.data && <Calls areas={areas.data} />}
    </Page>
  )
}

function Calls({ areas }: { areas: readonly Area[] }) {
  const [words, setWords] = useState('')
  const [language, setLanguage] = useState<Language>('curl')
  const found = findCalls(areas, useDeferredValue(words))
  return (
    <div className="grid gap-x-12 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <CallNavigation areas={found} words={words} onSearch={setWords} />
      <div className="min-w-0">
        {found.map(({ id, name, endpoints }) => (
          <section key={id} id={id} aria-label={name} className="mb-12">
            <h2 className="text-2xl font-semibold tracking-[-0.02em]">{name}</h2>
            {endpoints.map((endpoint) => (
              <ApiCall key={endpoint.id} endpoint={endpoint} language={language} onLanguage={setLanguage} />
            ))}
          </section>
        ))}
        {found.length === 0 && <p className="text-lg text-muted">No call contains these words.</p>}
      </div>
    </div>
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

function Loading() {
  return (
    <SkeletonGroup label="Loading the list of calls…" className="flex flex-col gap-4">
      {['h-8 w-40', 'h-12 w-full', 'h-12 w-full', 'h-12 w-full', 'h-12 w-full'].map((size, row) => (
        <Skeleton key={row} className={size} />
      ))}
    </SkeletonGroup>
  )
}
