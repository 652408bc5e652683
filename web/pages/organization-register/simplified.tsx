import { useState } from 'react'
import { registrationForm, registrationLimits } from '#contract/registration.ts'
import { useArrivedValues } from '#web/arrived-values.ts'
import { calculatorLimits, firstChoice, readChoice } from '#web/organization-choice.ts'
import { TermsNote } from '#web/parts/terms-note.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ContactFields } from './contact-fields.tsx'
import { RegisterPage } from './register-page.tsx'
import { useRegistration } from './use-registration.ts'

/** /organization-register-simplified: the main form, for a package that was chosen before (S336, S358-S361, S460). */
export default function Simplified() {
  const arrived = useArrivedValues()
  const [choice] = useState(() => readChoice(arrived, firstChoice, calculatorLimits))
  const register = useRegistration(choice)
  return (
    <RegisterPage choice={choice} canRebuild>
      <Card title="Organization Details">
        <Form schema={registrationForm} onSubmit={register} className="flex flex-col gap-4">
          <ContactFields />
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
              defaultValue={String(choice.userCount)}
              maxLength={registrationLimits.plannedUsers}
              help="For our planning. You pay for the users of your package."
              required
            />
          </div>
          <TextArea
            name="additionalNotes"
            label="Additional notes (optional)"
            rows={3}
            maxLength={registrationLimits.text}
          />
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
