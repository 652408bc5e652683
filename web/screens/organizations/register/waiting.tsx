import { useQuery } from '@tanstack/react-query'
import { organizationDetails } from '#contract/organizations/management.ts'
import type { OrganizationOrder } from '#contract/organizations/prices.ts'
import type { Me } from '#contract/identity/people.ts'
import { waitingForm } from '#contract/organizations/registration.ts'
import { query } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { choiceQuery } from '#web/screens/organizations/prices/choice.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'
import { registrationInput } from '#web/screens/organizations/checkout/checkout-link.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { BusinessKind, ContactPerson } from './contact-fields.tsx'
import { PurposeFields } from './purpose-fields.tsx'
import { RegisterPage } from './register-page.tsx'
import { useWaitingRegistration } from './use-registration.ts'

interface Props {
  /** The id of the organization that waits for its package. */
  id: string
  choice: OrganizationOrder
}

/** The same step for an existing organization: its admins order its package (D130). */
export function Waiting({ id, choice }: Props) {
  return (
    <RegisterPage choice={choice} canRebuild organizationId={id} title="Pay for your organization">
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
        schema={waitingForm}
        keepAs={`${registrationInput}-${id}`}
        onSubmit={register}
        className="flex flex-col gap-4"
      >
        <ContactPerson name={`${user.firstName} ${user.lastName}`.trim()} />
        <BusinessKind />
        <PurposeFields userCount={choice.userCount} />
        <div>
          <SubmitButton size="touch" pendingText="Submitting…">
            Continue to Payment
          </SubmitButton>
        </div>
        <TermsNote />
      </Form>
    </Card>
  )
}
