import { companySizes, industries, registrationLimits } from '#contract/organizations/registration.ts'
import { longestAddress } from '#contract/web-addresses.ts'
import { SubmitButton } from '#web/kit/fields/form.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'

const industryOptions = industries.map((value) => ({
  value,
  label: value.replace(/^./, (first) => first.toUpperCase()),
}))
const sizeOptions = companySizes.map((value) => ({ value, label: `${value.replace('-', '–')} people` }))

/** The contact fields that both forms share (S460). */
export function ContactFields() {
  return (
    <>
      <TextField
        name="organizationName"
        label="Organization name"
        autoComplete="organization"
        maxLength={registrationLimits.name}
        required
      />
      <ContactPerson />
      <TextField
        name="contactEmail"
        label="Contact email"
        type="email"
        autoComplete="email"
        help="Your organization's admin will sign in with this address."
        required
      />
      <BusinessKind />
      <TextField
        name="website"
        label="Website (optional)"
        inputMode="url"
        autoComplete="url"
        maxLength={longestAddress}
      />
    </>
  )
}

/** The contact person for the order. */
export function ContactPerson({ name }: { name?: string }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        name="contactName"
        label="Contact name"
        autoComplete="name"
        defaultValue={name}
        maxLength={registrationLimits.name}
        required
      />
      <TextField
        name="contactPhone"
        label="Contact phone (optional)"
        type="tel"
        autoComplete="tel"
        maxLength={registrationLimits.phone}
      />
    </div>
  )
}

/** The industry and size of the business. */
export function BusinessKind() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select name="industry" label="Industry" options={industryOptions} />
      <Select name="companySize" label="Company size" options={sizeOptions} />
    </div>
  )
}

/** The end of each form. */
export function ContinueToPayment() {
  return (
    <>
      <div>
        <SubmitButton size="touch" pendingText="Submitting…">
          Continue to Payment
        </SubmitButton>
      </div>
      <TermsNote />
    </>
  )
}
