import { registrationLimits } from '#contract/organizations/registration.ts'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'

/** What the package is for (S500-S502). */
export function PurposeFields({ userCount }: { userCount: number }) {
  return (
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
      <TextArea
        name="additionalNotes"
        label="Additional notes (optional)"
        rows={3}
        maxLength={registrationLimits.text}
      />
    </>
  )
}
