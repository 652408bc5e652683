import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { TextLink } from '#web/kit/text-link.tsx'

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

/** /status: what the server reports about itself at this moment, and no more than that (D155). */
export default function Status() {
  const { data: readiness, dataUpdatedAt, isFetching, refetch } = useQuery(readinessQuery)
  const hasDatabase = readiness === 'ready' || readiness === 'no voice'
  return (
    <Page title="System Status" description="A live check, straight from the server." width="prose">
      <div role="status" className="flex items-center gap-3 text-xl font-semibold">
        <StateIcon isGood={readiness && readiness === 'ready'} className="size-7" />
        {readiness ? titles[readiness] : 'Checking…'}
      </div>
      <dl className="mt-6 divide-y divide-line rounded-card border border-line bg-surface shadow-raised">
        <Part name="Server" isGood={readiness && readiness !== 'unreachable'}>
          {readiness === 'unreachable' ? 'Not responding' : 'Responding'}
        </Part>
        <Part name="Database" isGood={readiness && hasDatabase}>
          {hasDatabase ? 'Ready' : readiness === 'not ready' ? 'Not ready' : 'Unknown'}
        </Part>
        <Part name="Voices" isGood={readiness && readiness === 'ready'}>
          {readiness === 'ready' ? 'Responding' : readiness === 'no voice' ? 'Not responding' : 'Unknown'}
        </Part>
      </dl>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted tabular">
          {readiness && `Checked at ${timeOf(dataUpdatedAt)}. Checks again every 30 seconds.`}
        </p>
        <Button variant="secondary" pending={isFetching} pendingText="Checking…" onClick={() => void refetch()}>
          Check Again
        </Button>
      </div>
      <div className="mt-10 flex flex-col gap-3 text-lg text-muted">
        <p>
          Another company provides the agents&apos; voices. While it&apos;s down, conversations can&apos;t start and
          nothing is charged. This page doesn&apos;t check our payment provider; if it&apos;s down, the payment form
          will say so.
        </p>
        <p>
          Something not working even though everything here is green?{' '}
          <TextLink href={paths.contact()}>Tell us</TextLink>.
        </p>
      </div>
    </Page>
  )
}

interface PartProps {
  name: string
  /** Undefined until it is known. */
  isGood: boolean | undefined
  children: ReactNode
}

function Part({ name, isGood, children }: PartProps) {
  return (
    <div className="flex items-center justify-between gap-4 px-4 py-3 text-lg">
      <dt>{name}</dt>
      <dd className="flex items-center gap-2 font-medium">
        <StateIcon isGood={isGood} className="size-5" />
        {isGood === undefined ? 'Checking…' : children}
      </dd>
    </div>
  )
}

function StateIcon({ isGood, className }: { isGood: boolean | undefined; className: string }) {
  if (isGood === undefined)
    return <LoaderCircle aria-hidden className={classes('text-muted motion-safe:animate-spin', className)} />
  const Icon = isGood ? CircleCheck : CircleAlert
  return <Icon aria-hidden className={classes(isGood ? 'text-success' : 'text-danger', className)} />
}

/** Returns `3:04:05 PM` in the user's time zone. */
function timeOf(ms: number): string {
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' }).format(ms)
}
