import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { acceptInvitation, declineInvitation } from '#contract/organizations/joining.ts'
import { maskEmail } from '#contract/identity/masked-email.ts'
import type { Me } from '#contract/identity/people.ts'
import { ApiError } from '#web/client/api-error.ts'
import { useCall } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { enterOrganization } from '#web/client/organization.ts'
import { useSignOut } from '#web/client/session.ts'
import { joined } from '../toasts.ts'
import { joinFailures } from './toasts.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { InvitationPage } from './invitation-page.ts'

interface Props {
  told: InvitationPage
  user: Me | null
  uniqueLink: string
  onDeclined: () => void
}

/** Join, and in small type decline or later; how people join depends on who is signed in (S373, S374, D111, D115, D197). */
export function Answers({ told, user, uniqueLink, onDeclined }: Props) {
  const { isShared, maskedEmail } = told.invitation
  // Two addresses can look the same when masked; the server can tell them apart.
  const [wrongAddress, setWrongAddress] = useState(
    user && maskedEmail && maskEmail(user.email) !== maskedEmail ? maskedEmail : null,
  )
  if (user && wrongAddress) {
    return <WrongAccount told={told} invited={wrongAddress} email={user.email} uniqueLink={uniqueLink} />
  }
  return (
    <div className="mt-6 flex flex-col gap-4">
      {user && <p className="text-muted break-words">You'll join as {user.email}.</p>}
      <div>
        {user ? (
          <Accept told={told} uniqueLink={uniqueLink} onWrongAccount={setWrongAddress} />
        ) : (
          <LinkButton
            href={signupPath(told, uniqueLink)}
            size="touch"
            className="h-auto! min-h-11 py-2 whitespace-normal!"
          >
            Join {told.organization.name}
          </LinkButton>
        )}
      </div>
      {!user && (
        <p className="text-muted">
          Already have an account?{' '}
          <TextLink href={paths.login({ next: paths.join(uniqueLink) })}>Sign in to accept</TextLink>
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
        <TextLink href={paths.home()} quiet className="pointer-coarse:py-3">
          Maybe Later
        </TextLink>
        {!isShared && <Decline told={told} uniqueLink={uniqueLink} onDeclined={onDeclined} />}
      </p>
    </div>
  )
}

function signupPath({ organization }: InvitationPage, invite: string): string {
  return paths.organizationSignup({ orgId: organization.id, orgName: organization.name, invite })
}

interface AcceptProps {
  told: InvitationPage
  uniqueLink: string
  onWrongAccount: (maskedEmail: string) => void
}

function Accept({ told, uniqueLink, onWrongAccount }: AcceptProps) {
  const accept = useCall(acceptInvitation, {
    failed: joinFailures.joinOrganization,
    done: async ({ organizationName }) => {
      await enterOrganization()
      showToast(joined(organizationName))
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
      wraps
      pending={accept.isPending}
      pendingText="Joining…"
      onClick={() => accept.mutate({ body: { inviteToken: uniqueLink } })}
    >
      Join {told.organization.name}
    </Button>
  )
}

function Decline({ told, uniqueLink, onDeclined }: Omit<Props, 'user'>) {
  const [isAsking, setAsking] = useState(false)
  const decline = useCall(declineInvitation, { failed: joinFailures.declineInvitation, done: onDeclined })
  return (
    <>
      <button
        type="button"
        onClick={() => setAsking(true)}
        className="rounded-[2px] text-muted transition-colors hover:text-text hover:underline pointer-coarse:py-3"
      >
        Decline
      </button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Decline the invitation from ${told.organization.name}?`}
        confirmLabel="Decline Invitation"
        keepLabel="Keep Invitation"
        onConfirm={() => decline.mutateAsync({ body: { inviteToken: uniqueLink } })}
      >
        The link stops working. To join later, you'll need a new invitation.
      </ConfirmDialog>
    </>
  )
}

interface WrongAccountProps {
  told: InvitationPage
  /** The masked address. */
  invited: string
  email: string
  uniqueLink: string
}

/** Shown when another account is signed in: it cannot accept, and can switch or ask for an invitation (D115). */
function WrongAccount({ told, invited, email, uniqueLink }: WrongAccountProps) {
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
        <LinkButton href={requestMail(told, email)} variant="secondary" size="touch" reload>
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
function requestMail({ organization }: InvitationPage, email: string): string {
  const subject = `Please invite me to ${organization.name} at another address`
  const body = `Your invitation went to an address that I don't use on Luna. Please invite ${email}.`
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
