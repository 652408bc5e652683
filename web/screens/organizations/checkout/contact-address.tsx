import type { Answer } from '#contract/call.ts'
import type { organizationOrder } from '#contract/organizations/payment.ts'
import { choiceQuery } from '#web/screens/organizations/prices/choice.ts'
import { registrationInput } from './checkout-link.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { keepInput } from '#web/kit/fields/kept-input.ts'
import { TextLink } from '#web/kit/text-link.tsx'

type Ordered = Answer<typeof organizationOrder>

interface Props {
  contact: NonNullable<Ordered['contact']>
  organizationName: string
}

const forms = { main: paths.organizationRegisterSimplified, variant: paths.organizationRegister }

/** Who gets the setup mail, shown for review before the payment, with a way back to the form (D105). */
export function ContactAddress({ contact: { name, email, form, choice }, organizationName }: Props) {
  // The form may open in another tab, which does not have what was typed.
  const fill = () =>
    keepInput(registrationInput, {
      organizationName,
      contactName: name,
      contactEmail: email,
    })
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="text-sm text-muted">
        {form ? "We'll email the link to set up your organization to" : "You're paying as"}
      </p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-medium wrap-anywhere">{email}</span>
        {form && (
          <TextLink href={forms[form](choiceQuery(choice))} onClick={fill}>
            Edit
            <span className="sr-only"> contact address</span>
          </TextLink>
        )}
      </p>
    </div>
  )
}
