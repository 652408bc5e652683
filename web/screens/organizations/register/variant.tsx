import { defaultPrimaryColor } from '#contract/organizations/app/brand-colors.ts'
import { agentTypes } from '#contract/organizations/prices.ts'
import { registrationLimits, uploadRegistrationLogo, variantForm } from '#contract/organizations/registration.ts'
import { send } from '#web/client/api.ts'
import { useArrivedValues, useNotedValues } from '#web/screens/organizations/prices/arrived-values.ts'
import { registrationInput } from '#web/screens/organizations/checkout/checkout-link.ts'
import { calculatorLimits, choiceQuery, firstChoice, readChoice } from '#web/screens/organizations/prices/choice.ts'
import { ColorField } from '#web/screens/organizations/brand/color-field.tsx'
import { OrganizationControls } from '#web/screens/organizations/prices/controls.tsx'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'
import { useOrganizationChoice } from '#web/screens/organizations/prices/use-choice.ts'
import { showFailure } from '#web/client/failure.ts'
import { registrationFailures } from './toasts.ts'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { ContactFields } from './contact-fields.tsx'
import { LogoField } from './logo-field.tsx'
import { RegisterPage } from './register-page.tsx'
import { useLogo } from './use-logo.ts'
import { useVariantRegistration, type Loss } from './use-registration.ts'

/** /organization-register and -simple: package and branding on one page (S335, S355, S357, S461, D98, D99). */
export default function Variant() {
  const arrived = useArrivedValues()
  const [choice, change] = useOrganizationChoice(readChoice(arrived, firstChoice, calculatorLimits))
  useNotedValues(arrived, choiceQuery(choice))
  const logo = useLogo()
  const register = useVariantRegistration(choice, async (id) => {
    const image = await logo.judged()
    return image ? keepLogo(id, image) : null
  })
  return (
    <RegisterPage choice={choice}>
      <div className="flex flex-col gap-6">
        <Card title="Your package">
          <OrganizationControls choice={choice} onChange={change} limits={calculatorLimits} agentTypes={agentTypes} />
        </Card>
        <Card title="Organization Details">
          <Form schema={variantForm} keepAs={registrationInput} onSubmit={register} className="flex flex-col gap-4">
            <ContactFields />
            <LogoField logo={logo} />
            <ColorField name="primaryColor" label="Primary color" defaultValue={defaultPrimaryColor} />
            <TextArea
              name="welcomeMessage"
              label="Welcome message (optional)"
              help="The first thing your people read."
              rows={3}
              maxLength={registrationLimits.welcome}
            />
            <div>
              <SubmitButton size="touch" pendingText="Submitting…">
                Continue to Payment
              </SubmitButton>
            </div>
            <TermsNote />
          </Form>
        </Card>
      </div>
    </RegisterPage>
  )
}

/** A registration is complete without its logo, so a failed upload is reported but stops nobody. */
async function keepLogo(id: string, image: File): Promise<Loss | null> {
  try {
    await send(uploadRegistrationLogo, { params: { id }, body: { image } })
    return null
  } catch (error) {
    return () => showFailure(registrationFailures.registrationLogo, error)
  }
}
