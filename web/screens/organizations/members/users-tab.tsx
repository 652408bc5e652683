import { UserPlus } from 'lucide-react'
import { inviteMember } from '#contract/organizations/invitations.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { useMe } from '#web/client/me.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import type { Option } from '#web/kit/fields/select.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import type { PartProps } from '../scope.ts'
import { useConversationsPath } from '../usage/conversations-path.ts'
import { allTime } from '../usage/period.ts'
import { categoryOptions, levelsFor, rolesFor } from './choices.ts'
import { Members } from './members.tsx'

const formId = 'invite-a-member'

/** Members, open invitations, and the form to invite (S391-S396, S421, S537). */
export default function UsersTab({ overview, scope, front }: PartProps) {
  const conversationsPath = useConversationsPath()
  return (
    <div className="flex flex-col gap-6">
      <Members
        organization={overview}
        scope={scope}
        // Only the dashboard shows conversations.
        sessionsOf={front === 'list' ? undefined : (personId) => conversationsPath({ personId, period: allTime })}
        aside={
          <Button
            variant="secondary"
            size="dense"
            icon={<UserPlus aria-hidden className="size-4" />}
            onClick={goToForm}
          >
            Invite a Member
          </Button>
        }
      />
      <div id={formId} className="scroll-mt-20">
        <Invite overview={overview} scope={scope} front={front} />
      </div>
    </div>
  )
}

/** The form is below a list that may be long. */
function goToForm() {
  const form = document.getElementById(formId)
  form?.scrollIntoView()
  form?.querySelector('input')?.focus({ preventScroll: true })
}

const loadChecks = async () => (await import('./invite-schema.ts')).inviteSchema.shape

/** Invites one person by mail (S396, S510, D117). */
function Invite({ overview, scope, front }: PartProps) {
  const me = useMe()
  // Before the first payment, only people with a verified address can send invitations (D24, D130).
  const isLocked =
    overview.subscriptionStatus === 'inactive' && me?.staffRole !== 'owner' && me?.emailVerified === false
  return (
    <Card title="Invite a Member" description="They get a link by email and join with their own account.">
      {isLocked ? (
        <Banner
          title="Confirm your email address first"
          actions={
            <LinkButton href={paths.profile()} variant="secondary">
              Open Profile
            </LinkButton>
          }
        >
          You can then invite 10 people a day until you pay for a package.
        </Banner>
      ) : (
        <CallForm
          label="Invite a member"
          call={inviteMember}
          at={{ query: scope }}
          sections={[{ fields: ['email', 'firstName', 'lastName', 'role', 'userCategory', 'accessLevel'], columns: 3 }]}
          known={{ role: 'member', userCategory: 'Members', accessLevel: 'standard' }}
          checks={loadChecks}
          words={{ email: { autoComplete: 'off' } }}
          options={{
            role: clearable(rolesFor(undefined, front)),
            userCategory: clearable(categoryOptions),
            accessLevel: clearable(levelsFor(undefined, front)),
          }}
          submit="Send Invitation"
          pendingText="Sending…"
          isRepeated
        />
      )}
    </Card>
  )
}

/** The default can be cleared; the form then says what is missing (S514-S516, D117). */
function clearable(options: readonly Option[]): readonly Option[] {
  return [{ value: '', label: 'Choose…' }, ...options]
}
