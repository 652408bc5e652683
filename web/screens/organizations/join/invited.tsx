import { Bot, EyeOff, LifeBuoy, Mic, UsersRound } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { organizationQuery } from '#web/client/organization.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { OrganizationMark } from '#web/screens/organizations/mark.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Card } from '#web/kit/card.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { Answers } from './answers.tsx'
import { GoOn } from './go-on.tsx'
import type { InvitationPage } from './invitation-page.ts'

interface Props {
  told: InvitationPage
  /** Null for visitors. */
  user: Me | null
  uniqueLink: string
  onDeclined: () => void
}

/** The invitation: who sent it, what for, until when, and how to answer (S370-S374). */
export function Invited({ told, user, uniqueLink, onDeclined }: Props) {
  const { organization, invitation } = told
  const known = useQuery({ ...organizationQuery, enabled: user !== null && invitation.isShared })
  if (known.isLoading) return <PageSpinner label="Loading your invitation…" />
  const isMember = known.data?.memberships.some(({ id }) => id === organization.id) ?? false
  if (user && isMember) return <Belongs organization={organization} email={user.email} />
  return (
    <Page title="You're Invited!" width="prose">
      <Card>
        <div className="flex flex-wrap items-center gap-4">
          <OrganizationMark organization={organization} />
          <div className="min-w-0 flex-1 basis-48">
            <p className="text-xl font-semibold break-words">{organization.name}</p>
            {organization.industry && <p className="text-muted first-letter:uppercase">{organization.industry}</p>}
          </div>
        </div>
        <h2 className="mt-6 text-lg font-semibold break-words">{invitation.title}</h2>
        <p className="mt-1 break-words whitespace-pre-line">{invitation.description}</p>
        <Expiry expirationDate={invitation.expirationDate} />
        {invitation.emailDomain && (
          <p className="mt-2 break-words text-muted">Only for addresses that end in @{invitation.emailDomain}.</p>
        )}
        <Benefits name={organization.name} />
        <Answers told={told} user={user} uniqueLink={uniqueLink} onDeclined={onDeclined} />
      </Card>
    </Page>
  )
}

/** People who already belong to the organization go straight in through a shared link (D119). */
function Belongs({ organization, email }: { organization: InvitationPage['organization']; email: string }) {
  return (
    <Page title="You're Already In" width="form">
      <Card>
        <div className="flex items-center gap-4">
          <OrganizationMark organization={organization} />
          <p className="min-w-0 break-words">
            You're a member of {organization.name} as {email}.
          </p>
        </div>
        <div className="mt-6">
          <GoOn id={organization.id} name={organization.name} />
        </div>
      </Card>
    </Page>
  )
}

const soonMs = 7 * 24 * 60 * 60 * 1000

function Expiry({ expirationDate }: { expirationDate: string }) {
  const [nowMs] = useState(() => Date.now())
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <span>
        Expires <DateTime value={expirationDate} withTime />
      </span>
      {Date.parse(expirationDate) - nowMs < soonMs && <Badge tone="warning">Expires Soon</Badge>}
    </p>
  )
}

/** What the person gets, and what the organization's admins can see (S372, D135). */
function Benefits({ name }: { name: string }) {
  return (
    <div className="mt-6 border-t border-line pt-6">
      <h2 className="font-semibold">What you get</h2>
      <ul aria-label="What you get" className="mt-3 grid gap-3 sm:grid-cols-2">
        <Benefit icon={<Bot aria-hidden />}>Access to the organization's agents</Benefit>
        <Benefit icon={<Mic aria-hidden />}>Voice conversations paid by the organization</Benefit>
        <Benefit icon={<UsersRound aria-hidden />}>Team collaboration</Benefit>
        <Benefit icon={<LifeBuoy aria-hidden />}>Dedicated support</Benefit>
      </ul>
      <p className="mt-5 flex gap-3 rounded-card bg-info-soft px-4 py-3">
        <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
        <span className="min-w-0 break-words">
          The admins of {name} see who talked to which agent, when and for how many minutes. They never see what you
          said unless you share a transcript.
        </span>
      </p>
    </div>
  )
}

function Benefit({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span className="mt-0.5 text-accent-text [&>svg]:size-5">{icon}</span>
      {children}
    </li>
  )
}
