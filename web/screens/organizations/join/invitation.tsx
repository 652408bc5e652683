import { useQuery } from '@tanstack/react-query'
import { Bot, EyeOff, LifeBuoy, Mic, UsersRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Answer } from '#contract/call.ts'
import { maskEmail } from '#contract/identity/masked-email.ts'
import type { Me } from '#contract/identity/people.ts'
import { acceptInvitation, declineInvitation, type invitationPage } from '#contract/organizations/joining.ts'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { ApiError } from '#web/client/api-error.ts'
import { useCall, write } from '#web/client/api.ts'
import { enterOrganization, organizationQuery, switchContext } from '#web/client/organization.ts'
import { useSignOut } from '#web/client/session.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { OrganizationMark } from '../mark.tsx'

/** What the link of an invitation shows. */
type InvitationPage = Answer<typeof invitationPage>

interface Props {
  told: InvitationPage
  /** Null for visitors. */
  user: Me | null
  uniqueLink: string
  onDeclined: () => void
}

/** The invitation: who sent it, what for, until when, and how to answer (S370-S374). */
export function Invitation(props: Props) {
  const { user } = props
  const { organization, invitation } = props.told
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
        <h2 className="mt-6 font-semibold break-words">{invitation.title}</h2>
        <p className="mt-1 break-words whitespace-pre-line">{invitation.description}</p>
        <Expiry expirationDate={invitation.expirationDate} />
        {invitation.emailDomain && (
          <p className="mt-2 break-words text-muted">Only for addresses that end in @{invitation.emailDomain}.</p>
        )}
        <Benefits name={organization.name} />
        <Answers {...props} />
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

/** Takes a member to the organization of the link. */
export function GoOn({ id, name }: { id: number; name: string }) {
  const enter = useCall(switchOrganization, {
    leaves: true,
    done: async (context) => {
      await switchContext(context)
      navigate(paths.home())
    },
  })
  return (
    <Button
      size="touch"
      wraps
      pending={enter.isPending}
      pendingText="Opening…"
      onClick={() => enter.mutate({ body: { organizationId: id } })}
    >
      Go to {name}
    </Button>
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
      <span className="mt-0.5 text-muted [&>svg]:size-5">{icon}</span>
      {children}
    </li>
  )
}

/** Join, and in small type decline or later; how people join depends on who is signed in (S373, S374, D111, D115, D197). */
function Answers({ told, user, uniqueLink, onDeclined }: Props) {
  const { organization, invitation } = told
  const { isShared, maskedEmail } = invitation
  // Two addresses can look the same when masked; the server can tell them apart.
  const [wrongAddress, setWrongAddress] = useState(
    user && maskedEmail && maskEmail(user.email) !== maskedEmail ? maskedEmail : null,
  )
  if (user && wrongAddress) {
    return <WrongAccount name={organization.name} invited={wrongAddress} email={user.email} uniqueLink={uniqueLink} />
  }
  const { id: orgId, name: orgName } = organization
  return (
    <div className="mt-6 flex flex-col gap-4">
      {user && <p className="text-muted break-words">You'll join as {user.email}.</p>}
      <div>
        {user ? (
          <Accept name={orgName} uniqueLink={uniqueLink} onWrongAccount={setWrongAddress} />
        ) : (
          <LinkButton
            href={paths.organizationSignup({ orgId, orgName, invite: uniqueLink })}
            size="touch"
            wide
            className="h-auto! min-h-11 py-2 whitespace-normal!"
          >
            Join {orgName}
          </LinkButton>
        )}
      </div>
      {!user && (
        <p className="text-muted">
          Already have an account?{' '}
          <TextLink href={paths.login({ next: paths.join(uniqueLink) })}>Sign in to accept</TextLink>
        </p>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
        <TextLink href={paths.home()} quiet className="pointer-coarse:py-3">
          Maybe Later
        </TextLink>
        {!isShared && (
          <button
            type="button"
            onClick={() => void decline(orgName, uniqueLink, onDeclined)}
            className="rounded-[2px] text-muted transition-colors hover:text-text hover:underline pointer-coarse:py-3"
          >
            Decline
          </button>
        )}
      </p>
    </div>
  )
}

interface AcceptProps {
  /** The name of the organization. */
  name: string
  uniqueLink: string
  onWrongAccount: (maskedEmail: string) => void
}

function Accept({ name, uniqueLink, onWrongAccount }: AcceptProps) {
  const accept = useCall(acceptInvitation, {
    leaves: true,
    told: ({ organizationName }) => ({
      title: 'Welcome to the Team',
      description: `You're now part of ${organizationName}.`,
      tone: 'success',
    }),
    done: async () => {
      await enterOrganization()
      navigate(paths.home())
    },
    refused: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'wrong_account') return
      const { maskedEmail } = error.details
      if (typeof maskedEmail === 'string') onWrongAccount(maskedEmail)
    },
  })
  return (
    <Button
      size="touch"
      wide
      wraps
      pending={accept.isPending}
      pendingText="Joining…"
      onClick={() => accept.mutate({ body: { inviteToken: uniqueLink } })}
    >
      Join {name}
    </Button>
  )
}

function decline(name: string, inviteToken: string, onDeclined: () => void): Promise<boolean> {
  return ask({
    title: `Decline the invitation from ${name}?`,
    text: "The link stops working. To join later, you'll need a new invitation.",
    confirm: 'Decline Invitation',
    keep: 'Keep Invitation',
    act: () => write(declineInvitation, { body: { inviteToken } }, { done: onDeclined }),
    next: () => document.querySelector<HTMLElement>('main h1'),
  })
}

interface WrongAccountProps {
  /** The name of the organization. */
  name: string
  /** The masked address. */
  invited: string
  email: string
  uniqueLink: string
}

/** Shown when another account is signed in: it cannot accept, and can switch or ask for an invitation (D115). */
function WrongAccount({ name, invited, email, uniqueLink }: WrongAccountProps) {
  const leave = useSignOut(paths.login({ next: paths.join(uniqueLink) }))
  return (
    <div className="mt-6 flex flex-col gap-4">
      <Banner tone="warning" title="This invitation is for another account">
        <span className="break-words">
          It was sent to {invited}, but you're signed in as {email}.
        </span>
      </Banner>
      <div className="flex flex-wrap gap-3">
        <Button size="touch" onClick={leave}>
          Switch Account
        </Button>
        <LinkButton href={requestMail(name, email)} variant="secondary" size="touch" reload>
          Ask for a New Invitation
        </LinkButton>
        <LinkButton href={paths.home()} variant="ghost" size="touch">
          Maybe Later
        </LinkButton>
      </div>
    </div>
  )
}

/** Returns a link to the person's own mail program, because only they know who invited them. */
function requestMail(name: string, email: string): string {
  const subject = `Please invite me to ${name} at another address`
  const body = `Your invitation went to an address that I don't use on Luna. Please invite ${email}.`
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
