import { useQuery } from '@tanstack/react-query'
import { endpointsQuery } from './api-document.ts'
import { ApiEndpoint } from './api-endpoint.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

/** /docs/api: the server's calls, as the server itself describes them (D155, D156). */
export default function ApiDocs() {
  const endpoints = useQuery(endpointsQuery)
  return (
    <Page
      title="API Documentation"
      description="Every Luna API call, as described by the running server."
      width="prose"
    >
      <Basics />
      {endpoints.isPending && <Loading />}
      {endpoints.isError && <LoadError what="the list of calls" failed={endpoints} />}
      {endpoints.data && (
        <>
          <nav aria-label="Areas" className="mt-8 flex flex-wrap gap-x-5 gap-y-2 text-lg">
            {[...endpoints.data.keys()].map((area) => (
              <TextLink key={area} href={`#${area}`}>
                {titleOf(area)}
              </TextLink>
            ))}
          </nav>
          {[...endpoints.data].map(([area, calls]) => (
            <section key={area} id={area} className="mt-10">
              <h2 className="text-2xl font-semibold tracking-[-0.02em]">{titleOf(area)}</h2>
              <div className="mt-2">
                {calls.map((endpoint) => (
                  <ApiEndpoint key={endpoint.operationId} endpoint={endpoint} />
                ))}
              </div>
            </section>
          ))}
        </>
      )}
    </Page>
  )
}

function Basics() {
  return (
    <ul className="mb-8 flex list-disc flex-col gap-2 pl-5 text-lg">
      <li>
        Bodies and responses are JSON. The machine-readable description is at{' '}
        <a href="/api/openapi.json" className="text-link underline underline-offset-2 hover:decoration-2">
          /api/openapi.json
        </a>{' '}
        (OpenAPI 3.1).
      </li>
      <li>
        Signing in with <code>POST /api/auth/login</code> sets a session cookie. Send it with every other call.
      </li>
      <li>Money is in dollars, talk time in minutes, and times are in UTC (ISO 8601).</li>
      <li>
        A refusal has a status and a body with a <code>message</code> for people, a <code>code</code> for programs and a{' '}
        <code>requestId</code>. The limit is 300 requests a minute; beyond it, a 429 says when to try again.
      </li>
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

/** Returns `Auto purchase` for `autoPurchase`. */
function titleOf(area: string): string {
  const words = area.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
