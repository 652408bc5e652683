import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { organizationDetails } from '#contract/organizations/management.ts'
import type { OrganizationOrder } from '#contract/organizations/prices.ts'
import {
  askedPurpose,
  registerOrganization,
  registerWaitingOrganization,
} from '#contract/organizations/registration.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { useMe } from '#web/client/me.ts'
import { enterOrganization } from '#web/client/organization.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'
import { registrationInput } from '../checkout/checkout-link.ts'
import { useArrivedValues } from '../prices/arrived-values.ts'
import { calculatorLimits, choiceQuery, firstChoiceWithAgent, readChoice } from '../prices/choice.ts'
import { business, contactPerson, contactSections, RegisterPage, useOrder } from './register-page.tsx'

/**
 * /organization-register-simplified: the main form, for a package chosen before (S336, S358-S361, S460), or for an
 * organization that waits for one (D130).
 */
export default function Simplified() {
  const arrived = useArrivedValues()
  const [choice] = useState(() => readChoice(arrived, firstChoiceWithAgent, calculatorLimits))
  const organizationId = arrived.get('organizationId')
  return organizationId ? <Waiting id={organizationId} choice={choice} /> : <Registration choice={choice} />
}

function Registration({ choice }: { choice: OrganizationOrder }) {
  const { form, goOn } = useOrder(choice)
  const purpose = purposeOf(choice)
  return (
    <RegisterPage choice={choice}>
      <Card title="Organization Details">
        <CallForm
          call={registerOrganization}
          {...form}
          {...purpose}
          sections={[...contactSections, ...purpose.sections]}
          keepAs={registrationInput}
          done={(stored, { body }) => goOn(stored, body)}
        />
        <Terms />
      </Card>
    </RegisterPage>
  )
}

/** Returns the questions about the purpose of the package; only an agent build asks for all of it (S500-S502). */
function purposeOf({ agentType, userCount }: OrganizationOrder) {
  const notes = { fields: ['additionalNotes'] } as const
  if (agentType === 'none') return { sections: [notes] }
  return {
    sections: [{ fields: ['agentPurpose'] }, { fields: ['plannedUsers'], columns: 2 }, notes],
    checks: askedPurpose,
    words: { agentPurpose: { required: true }, plannedUsers: { required: true } },
    known: { plannedUsers: String(userCount) },
  } as const
}

function Terms() {
  return (
    <div className="mt-4">
      <TermsNote />
    </div>
  )
}

interface Props {
  /** The id of the organization that waits for its package. */
  id: string
  choice: OrganizationOrder
}

/** The same step for an existing organization: its admins order its package (D130). */
function Waiting({ id, choice }: Props) {
  const me = useMe()
  const here = paths.organizationRegisterSimplified({ ...choiceQuery(choice), organizationId: id })
  return (
    <RegisterPage choice={choice} organizationId={id} title="Pay for your organization">
      {me && <Checked user={me} id={id} choice={choice} />}
      {me === undefined && <Loading />}
      {me === null && (
        <EmptyState
          title="Please sign in to continue"
          action={<LinkButton href={paths.login({ next: here })}>Sign In</LinkButton>}
        >
          Only the organization's admins can pay for it.
        </EmptyState>
      )}
    </RegisterPage>
  )
}

function Loading() {
  return (
    <SkeletonGroup label="Loading the organization…">
      <Skeleton className="h-96" />
    </SkeletonGroup>
  )
}

function Checked({ user, id, choice }: Props & { user: Me }) {
  const read = useQuery(query(organizationDetails, { params: { organizationId: id } }))
  return (
    <Loaded read={read} what="this organization" skeleton={<Loading />}>
      {({ organization, role }) =>
        role === 'admin' && organization.isActive && organization.subscriptionStatus === 'inactive' ? (
          <OrderForm user={user} organization={organization} choice={choice} />
        ) : (
          <EmptyState
            title={
              role === 'admin' ? `${organization.name} isn't waiting for a package` : 'Its admins choose the package'
            }
            action={<LinkButton href={paths.organizations({ id: organization.id })}>Open Organization</LinkButton>}
          />
        )
      }
    </Loaded>
  )
}

interface OrderProps {
  user: Me
  organization: { id: number; name: string }
  choice: OrganizationOrder
}

function OrderForm({ user, organization: { id, name }, choice }: OrderProps) {
  const { form, goOn } = useOrder(choice)
  const purpose = purposeOf(choice)
  return (
    <Card
      title={`A package for ${name}`}
      description="It opens when you pay, and keeps its people, address and agents."
    >
      <CallForm
        call={registerWaitingOrganization}
        at={{ params: { organizationId: String(id) } }}
        {...form}
        {...purpose}
        label={`A package for ${name}`}
        sections={[contactPerson, business, ...purpose.sections]}
        known={{ contactName: `${user.firstName} ${user.lastName}`.trim(), ...purpose.known }}
        keepAs={`${registrationInput}-${id}`}
        done={async (stored, { body: { contactName } }) => {
          await enterOrganization()
          goOn(stored, { organizationName: name, contactEmail: user.email, contactName })
        }}
      />
      <Terms />
    </Card>
  )
}
