import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Circle } from 'lucide-react'
import { useState } from 'react'
import { finishMailedStep, mailedStep } from '#contract/results/next-steps.ts'
import { readSecret } from '#web/client/addresses/address-secrets.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query, useCall } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { useStepFocus } from '#web/client/navigation.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'

/** /next-steps/done: marks a step as done with the token of a reminder mail, without signing in. */
export default function DoneByMail() {
  const [token] = useState(() => readSecret('token'))
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      {token ? <WithToken token={token} /> : <InvalidLink />}
    </>
  )
}

function WithToken({ token }: { token: string }) {
  const read = useQuery(query(mailedStep, { query: { token } }))
  const change = useCall(finishMailedStep)
  useStepFocus(change.data ? `done: ${change.data.isDone}` : read.status)
  if (read.isPending) return <PageSpinner label="Loading your step…" />
  if (read.isError) {
    const isRefused = read.error instanceof ApiError && read.error.status === 400
    return isRefused ? <InvalidLink /> : <LoadError what="this step" failed={read} />
  }
  const { title, isDone } = change.data ?? read.data
  // One press, because programs that check mails open every link in them (D201).
  const set = () => void change.submit({ body: { token, isDone: !isDone } })
  return <Step title={title} isDone={isDone} pending={change.isPending} onSet={set} />
}

interface StepProps {
  title: string
  isDone: boolean
  pending: boolean
  onSet: () => void
}

function Step({ title, isDone, pending, onSet }: StepProps) {
  return (
    <Page title={isDone ? 'Done' : 'Your Next Step'} width="form">
      <Card>
        <p role="status" className="flex gap-3 text-lg">
          {isDone ? (
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
          ) : (
            <Circle aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
          )}
          <span className="min-w-0 break-words">
            {title} <span className="sr-only">{isDone ? 'is done.' : 'is open.'}</span>
          </span>
        </p>
        <div className="mt-6 flex flex-col gap-2">
          <Button variant={isDone ? 'secondary' : 'primary'} wide size="touch" pending={pending} onClick={onSet}>
            {isDone ? 'Undo' : 'Mark as Done'}
          </Button>
          <LinkButton href={paths.nextSteps()} variant={isDone ? 'primary' : 'secondary'} wide size="touch">
            Open My Next Steps
          </LinkButton>
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
