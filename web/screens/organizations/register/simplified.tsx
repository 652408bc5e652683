import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { organizationDetails } from '#contract/organizations/management.ts'
import type { OrganizationOrder } from '#contract/organizations/prices.ts'
import { registrationForm, registrationLimits, waitingForm } from '#contract/organizations/registration.ts'
import { query } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { useMe } from '#web/client/me.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Form } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { registrationInput } from '#web/screens/organizations/checkout/checkout-link.ts'
import { useArrivedValues } from '#web/screens/organizations/prices/arrived-values.ts'
import {
  calculatorLimits,
  choiceQuery,
  firstChoiceWithAgent,
  readChoice,
} from '#web/screens/organizations/prices/choice.ts'
import { BusinessKind, ContactFields, ContactPerson, ContinueToPayment } from './contact-fields.tsx'
import { RegisterPage } from './register-page.tsx'
import { useRegistration, useWaitingRegistration } from './use-registration.ts'

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
  const register = useRegistration(choice)
  return (
    <RegisterPage choice={choice}>
      <Card title="Organization Details">
        <Form
          schema={registrationForm(choice.agentType)}
          keepAs={registrationInput}
          onSubmit={register}
          className="flex flex-col gap-4"
        >
          <ContactFields />
          <PurposeFields choice={choice} />
          <ContinueToPayment />
        </Form>
      </Card>
    </RegisterPage>
  )
}

/** The purpose of the package; only an agent build asks for all of it (S500-S502). */
function PurposeFields({ choice: { agentType, userCount } }: { choice: OrganizationOrder }) {
  return (
    <>
      {agentType !== 'none' && (
        <>
          <TextArea
            name="agentPurpose"
            label="Agent purpose"
            help="What should your agents do for your people?"
            rows={3}
            maxLength={registrationLimits.text}
            required
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              name="plannedUsers"
              label="Number of planned users"
              inputMode="numeric"
              defaultValue={String(userCount)}
              maxLength={registrationLimits.plannedUsers}
              help="This helps us plan. You pay for the users in your package."
              required
            />
          </div>
        </>
      )}
      <TextArea
        name="additionalNotes"
        label="Additional notes (optional)"
        rows={3}
        maxLength={registrationLimits.text}
      />
    </>
  )
}

interface Props {
  /** The id of the organization that waits for its package. */
  id: string
  choice: OrganizationOrder
}

/** The same step for an existing organization: its admins order its package (D130). */
function Waiting({ id, choice }: Props) {
  return (
    <RegisterPage choice={choice} organizationId={id} title="Pay for your organization">
      <Ordering id={id} choice={choice} />
    </RegisterPage>
  )
}

function Ordering({ id, choice }: Props) {
  const me = useMe()
  if (me) return <Checked user={me} id={id} choice={choice} />
  if (me === undefined) return <Loading />
  const here = paths.organizationRegisterSimplified({ ...choiceQuery(choice), organizationId: id })
  return (
    <EmptyState
      title="Please sign in to continue"
      action={<LinkButton href={paths.login({ next: here })}>Sign In</LinkButton>}
    >
      Only the organization's admins can pay for it.
    </EmptyState>
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
  const details = useQuery(query(organizationDetails, { params: { organizationId: id } }))
  if (details.isError) return <LoadError what="this organization" failed={details} />
  if (!details.data) return <Loading />
  const { organization, role } = details.data
  if (role !== 'admin' || !organization.isActive || organization.subscriptionStatus !== 'inactive') {
    return (
      <EmptyState
        title={role === 'admin' ? `${organization.name} isn't waiting for a package` : 'Its admins choose the package'}
        action={<LinkButton href={paths.organizations({ id: organization.id })}>Open Organization</LinkButton>}
      />
    )
  }
  return <OrderForm user={user} organization={organization} choice={choice} />
}

interface OrderProps {
  user: Me
  organization: { id: number; name: string }
  choice: OrganizationOrder
}

function OrderForm({ user, organization: { id, name }, choice }: OrderProps) {
  const register = useWaitingRegistration(choice, {
    organizationId: String(id),
    organizationName: name,
    contactEmail: user.email,
  })
  return (
    <Card
      title={`A package for ${name}`}
      description="It opens when you pay, and keeps its people, address and agents."
    >
      <Form
        aria-label={`A package for ${name}`}
        schema={waitingForm(choice.agentType)}
        keepAs={`${registrationInput}-${id}`}
        onSubmit={register}
        className="flex flex-col gap-4"
      >
        <ContactPerson name={`${user.firstName} ${user.lastName}`.trim()} />
        <BusinessKind />
        <PurposeFields choice={choice} />
        <ContinueToPayment />
      </Form>
    </Card>
  )
}
