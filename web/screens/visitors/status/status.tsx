import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { formatTime } from '#contract/dates.ts'
import { readStatus } from '#contract/status/status.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Service } from './service.tsx'

const askAgainMs = 30_000
const timeoutMs = 10_000

/** Asks the server itself. It never fails, because no answer is an answer here. */
const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: async (): Promise<Readiness> => {
    try {
      const response = await fetch('/readyz', { signal: AbortSignal.timeout(timeoutMs) })
      const text = await response.text()
      if (!response.ok) return 'not ready'
      return (JSON.parse(text) as { voice: string }).voice === 'up' ? 'ready' : 'no voice'
    } catch {
      return 'unreachable'
    }
  },
  staleTime: 0,
  refetchInterval: askAgainMs,
})

type Readiness = 'ready' | 'no voice' | 'not ready' | 'unreachable'

const titles: Record<Readiness, string> = {
  ready: 'Luna is up and running',
  'no voice': "Conversations can't start right now",
  'not ready': "Luna isn't ready right now",
  unreachable: "Luna can't be reached",
}

/** /status: whether the server answers now, and what the servers observed over 90 days; no more than that (D155). */
export default function Status() {
  const { data: readiness, dataUpdatedAt, isFetching, refetch } = useQuery(readinessQuery)
  const history = useQuery({ ...query(readStatus), refetchInterval: askAgainMs })
  const checkAgain = () => {
    void refetch()
    void history.refetch()
  }
  return (
    <Page
      title="System Status"
      description="Current status and the last 90 days."
      width="prose"
      actions={
        <Button variant="secondary" pending={isFetching} pendingText="Checking…" onClick={checkAgain}>
          Check Again
        </Button>
      }
    >
      <div className="in-order">
        <div role="status" className="flex items-center gap-3 text-xl font-semibold">
          <StateIcon readiness={readiness} />
          <span>{readiness ? titles[readiness] : 'Checking…'}</span>
        </div>
        <p className="mt-2 min-h-[1lh] text-muted tabular max-sm:min-h-[2lh]">
          {readiness && `Checked at ${formatTime(dataUpdatedAt)}. Checks again every 30 seconds.`}
        </p>
        <div className="mt-6">
          {history.isPending && <Loading />}
          {history.isError && !history.data && <LoadError what="the history" failed={history} />}
          {history.data && (
            <div className="divide-y divide-line rounded-card border border-line bg-surface shadow-raised">
              {history.data.services.map((service) => (
                <Service key={service.name} service={service} />
              ))}
            </div>
          )}
        </div>
        <Notes />
      </div>
    </Page>
  )
}

function Notes() {
  return (
    <div className="mt-8 flex flex-col gap-3 text-reading text-muted">
      <p>
        Every 30 seconds our servers check that they can answer, and that the voice provider, the payment provider and
        the mail server work. Uptime is the share of that time in which a service worked: an outage counts from the last
        good check to the next one, and time without a check counts neither way. Days are in UTC.
      </p>
      <p>
        Other companies provide the voices and take the payments. While the voices are down, conversations can&apos;t
        start and nothing is charged.
      </p>
      <p>
        Something not working even though everything here is green? <TextLink href={paths.contact()}>Tell us</TextLink>.
      </p>
    </div>
  )
}

function Loading() {
  return (
    <SkeletonGroup label="Loading the history…" className="flex flex-col gap-4">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-28 w-full" />
      ))}
    </SkeletonGroup>
  )
}

function StateIcon({ readiness }: { readiness: Readiness | undefined }) {
  if (!readiness) return <LoaderCircle aria-hidden className="size-7 text-muted motion-safe:animate-spin" />
  const Icon = readiness === 'ready' ? CircleCheck : CircleAlert
  return <Icon aria-hidden className={classes('size-7', readiness === 'ready' ? 'text-success' : 'text-danger')} />
}
