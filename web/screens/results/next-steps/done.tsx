import { useQuery } from '@tanstack/react-query'
import { CircleCheck, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { finishMailedStep } from '#contract/results/next-steps.ts'
import { readSecret } from '#web/client/addresses/address-secrets.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { ApiError } from '#web/client/api-error.ts'
import { send, useCall } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { useStepFocus } from '#web/client/navigation.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { stepFailures } from './toasts.ts'

/** /next-steps/done: marks a step as done with the token of a reminder mail, without signing in. */
export default function DoneByMail() {
  const [token] = useState(() => readSecret('token'))
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      {token ? <Finishing token={token} /> : <InvalidLink />}
    </>
  )
}

function Finishing({ token }: { token: string }) {
  // The page sends it, so that programs that only follow links finish nothing.
  const finished = useQuery({
    queryKey: ['finish step', token],
    queryFn: () => send(finishMailedStep, { body: { token, isDone: true } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useStepFocus(finished.status)
  if (finished.isPending) return <PageSpinner label="Marking it as done…" />
  if (finished.isSuccess) return <Finished token={token} title={finished.data.title} />
  const isRefused = finished.error instanceof ApiError && finished.error.status === 400
  return isRefused ? <InvalidLink /> : <LoadError what="this step" failed={finished} />
}

function Finished({ token, title }: { token: string; title: string }) {
  const change = useCall(finishMailedStep, { failed: stepFailures.change })
  const isDone = change.data?.isDone ?? true
  const set = (next: boolean) => void change.submit({ body: { token, isDone: next } })
  return (
    <Page title={isDone ? 'Done' : 'Open Again'} width="form">
      <Card>
        <p role="status" className="flex gap-3 text-lg">
          {isDone ? (
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
          ) : (
            <RotateCcw aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
          )}
          <span className="min-w-0 break-words">
            {title} <span className="sr-only">{isDone ? 'is done.' : 'is open again.'}</span>
          </span>
        </p>
        <div className="mt-6 flex flex-col gap-2">
          <LinkButton href={paths.nextSteps()} wide size="touch">
            Open My Next Steps
          </LinkButton>
          <Button variant="secondary" wide size="touch" pending={change.isPending} onClick={() => set(!isDone)}>
            {isDone ? 'Undo' : 'Mark as Done'}
          </Button>
        </div>
      </Card>
    </Page>
  )
}

function InvalidLink() {
  return (
    <Page
      title="Invalid Link"
      description="This link is invalid or has expired. Your next steps are on your dashboard."
      width="form"
    >
      <LinkButton href={paths.nextSteps()} size="touch">
        Open My Next Steps
      </LinkButton>
    </Page>
  )
}
