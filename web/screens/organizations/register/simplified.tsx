import { useState } from 'react'
import type { OrganizationOrder } from '#contract/organizations/prices.ts'
import { registrationForm } from '#contract/organizations/registration.ts'
import { useArrivedValues } from '#web/screens/organizations/prices/arrived-values.ts'
import { registrationInput } from '#web/screens/organizations/checkout/checkout-link.ts'
import { calculatorLimits, firstChoice, readChoice } from '#web/screens/organizations/prices/choice.ts'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { ContactFields } from './contact-fields.tsx'
import { PurposeFields } from './purpose-fields.tsx'
import { RegisterPage } from './register-page.tsx'
import { useRegistration } from './use-registration.ts'
import { Waiting } from './waiting.tsx'

/**
 * /organization-register-simplified: the main form, for a package chosen before (S336, S358-S361, S460), or for an
 * organization that waits for one (D130).
 */
export default function Simplified() {
  const arrived = useArrivedValues()
  const [choice] = useState(() => readChoice(arrived, firstChoice, calculatorLimits))
  const organizationId = arrived.get('organizationId')
  return organizationId ? <Waiting id={organizationId} choice={choice} /> : <Registration choice={choice} />
}

function Registration({ choice }: { choice: OrganizationOrder }) {
  const register = useRegistration(choice)
  return (
    <RegisterPage choice={choice} canRebuild>
      <Card title="Organization Details">
        <Form schema={registrationForm} keepAs={registrationInput} onSubmit={register} className="flex flex-col gap-4">
          <ContactFields />
          <PurposeFields userCount={choice.userCount} />
          <div>
            <SubmitButton size="touch" pendingText="Submitting…">
              Continue to Payment
            </SubmitButton>
          </div>
          <TermsNote />
        </Form>
      </Card>
    </RegisterPage>
  )
}
