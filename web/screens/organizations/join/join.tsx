import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { invitationPage } from '#contract/organizations/joining.ts'
import type { Me } from '#contract/identity/people.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { useLoadToast } from '#web/client/load-toast.ts'
import { meQuery } from '#web/client/me.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { serverMessage } from '#web/client/failure.ts'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { SupportText } from '#web/kit/text-link.tsx'
import { GoOn, Invitation } from './invitation.tsx'
/** /join/{uniqueLink}: what a mailed or shared link invites to, and the ways to answer (S368-S374, D111-D115). */
export default function Join() {
  const { uniqueLink } = useParams<{ uniqueLink: string }>()
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <WithLink key={uniqueLink} uniqueLink={uniqueLink} />
    </>
  )
}

function WithLink({ uniqueLink }: { uniqueLink: string }) {
  // Others can use it up or revoke it.
  const read = useQuery({ ...query(invitationPage, { params: { uniqueLink } }), refetchOnMount: 'always' })
  const me = useQuery(meQuery)
  const [isDeclined, setDeclined] = useState(false)
  useStepFocus(isDeclined ? 'declined' : read.status)
  if (isDeclined) return <Declined />
  if (read.isPending || me.isPending) return <PageSpinner label="Loading your invitation…" />
  if (read.isError) return <Failed failed={read} user={me.data ?? null} uniqueLink={uniqueLink} />
  return (
    <Invitation told={read.data} user={me.data ?? null} uniqueLink={uniqueLink} onDeclined={() => setDeclined(true)} />
  )
}

interface FailedProps {
  failed: { error: unknown; isFetching: boolean; refetch: () => unknown }
  user: Me | null
  uniqueLink: string
}

/** Says why a link does not work; when the server could not be reached, the person can try again (S369). */
function Failed({ failed: { error, isFetching, refetch }, user, uniqueLink }: FailedProps) {
  const isRefused = error instanceof ApiError && error.status < 500
  useLoadToast({ error: isRefused ? null : error })
  return (
    <Page title="Invitation" width="form">
      <div role="alert" className="flex gap-3 rounded-card border border-line bg-surface p-4 shadow-raised sm:p-6">
        <CircleAlert aria-hidden className="mt-1 size-5 shrink-0 text-danger" />
        <p className="text-lg">
          <SupportText>{serverMessage(error) ?? 'This invitation link is invalid or has expired.'}</SupportText>
        </p>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <WayOn error={error} user={user} uniqueLink={uniqueLink} />
        {!isRefused && (
          <Button
            variant="secondary"
            size="touch"
            pending={isFetching}
            pendingText="Trying…"
            onClick={() => void refetch()}
          >
            Retry
          </Button>
        )}
      </div>
    </Page>
  )
}

interface WayOnProps extends Pick<FailedProps, 'user' | 'uniqueLink'> {
  error: unknown
}

/** People who joined through a used link continue to the organization, after signing in if needed. */
function WayOn({ error, user, uniqueLink }: WayOnProps) {
  const isUsed = error instanceof ApiError && error.code === 'invitation_used'
  const { organizationId, organizationName } = isUsed ? error.details : {}
  if (typeof organizationId === 'number' && typeof organizationName === 'string') {
    return <GoOn id={organizationId} name={organizationName} />
  }
  return (
    <>
      {isUsed && !user && (
        <LinkButton href={paths.login({ next: paths.join(uniqueLink) })} size="touch">
          Sign In
        </LinkButton>
      )}
      <LinkButton href={paths.home()} variant={isUsed && !user ? 'secondary' : 'primary'} size="touch">
        Return to Home
      </LinkButton>
    </>
  )
}

function Declined() {
  return (
    <Page title="Invitation Declined" description="If you change your mind, ask for a new invitation." width="form">
      <LinkButton href={paths.home()} size="touch">
        Return to Home
      </LinkButton>
    </Page>
  )
}
