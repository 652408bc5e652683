import { useState } from 'react'
import { useLocation } from 'wouter'
import { answerRegistration } from '#contract/organizations/payment.ts'
import type { Me } from '#contract/identity/people.ts'
import { useCall } from '#web/client/api.ts'
import { refreshMe } from '#web/client/me.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { setupFailures } from './toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'

interface Props {
  id: string
  me: Me | null
  details: { organizationName: string; contactEmail: string }
}

/** The contact already has an account: its owner says whether the organization is theirs (D106). */
export function AttachChoice({ id, me, details: { organizationName, contactEmail } }: Props) {
  const [, navigate] = useLocation()
  const [isRefused, setRefused] = useState(false)
  const answer = useCall(answerRegistration, {
    failed: setupFailures.attachOrganization,
    done: async ({ organizationId }) => {
      if (organizationId === null) return setRefused(true)
      await refreshMe()
      navigate(paths.organizationDashboard())
    },
  })
  if (isRefused) {
    return (
      <Card title="Thank you">
        <p role="status">We've let the Luna team know. {organizationName} isn't attached to your account.</p>
      </Card>
    )
  }
  if (me?.email !== contactEmail) {
    return (
      <Card title={`Sign in to attach ${organizationName}.`}>
        <p>The account for {contactEmail} will become its admin once you confirm.</p>
        <LinkButton href={paths.login({ next: paths.organizationSuccess({ id }) })} wide size="touch" className="mt-6">
          Sign In
        </LinkButton>
      </Card>
    )
  }
  return (
    <Card title={`Attach ${organizationName}`}>
      <p>
        {organizationName} has been paid for and lists your address as its contact. Attach it to your account to become
        its admin, or tell us that it isn't yours.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          pending={answer.isPending && answer.variables.body.answer === 'attach'}
          pendingText="Attaching…"
          disabled={answer.isPending}
          onClick={() => answer.mutate({ params: { id }, body: { answer: 'attach' } })}
        >
          Attach
        </Button>
        <Button
          variant="secondary"
          disabled={answer.isPending}
          onClick={() => answer.mutate({ params: { id }, body: { answer: 'not_mine' } })}
        >
          Not mine
        </Button>
      </div>
    </Card>
  )
}
