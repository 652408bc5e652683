import * as z from 'zod/mini'
import { mostSavedMinutes } from '#contract/results/hours-saved-rules.ts'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { useKeptFocus } from '#web/kit/kept-focus.ts'
import { TextField } from '#web/kit/fields/text-field.tsx'

const mostHours = mostSavedMinutes / 60

/** A whole number, or nothing. */
function upTo(most: number) {
  const error = `Please enter a whole number from 0 to ${most}`
  return z.string().check(
    z.trim(),
    z.regex(/^\d*$/, { error }),
    z.refine((text) => Number(text) <= most, { error }),
  )
}

/** At least one field; the other one counts as 0. */
const schema = z.object({ hours: upTo(mostHours), minutes: upTo(59) }).check(
  z.refine(({ hours, minutes }) => hours !== '' || minutes !== '', {
    error: 'Enter hours, minutes, or both',
    path: ['hours'],
  }),
  z.refine(({ hours, minutes }) => Number(hours) * 60 + Number(minutes) <= mostSavedMinutes, {
    error: `The most is ${mostHours} hours`,
    path: ['minutes'],
  }),
)

interface Props {
  /** What was said before, in minutes. */
  savedMinutes: number | null
  onSave: (savedMinutes: number) => Promise<void>
  /** Finds what gets the focus when the form closes. */
  next: () => HTMLElement | null
}

/** Any other amount, in hours and minutes. */
export function MoreForm({ savedMinutes, onSave, next }: Props) {
  const part = useKeptFocus<HTMLDivElement>(next)
  const start = savedMinutes ?? 0
  const [hours, rest] = [Math.floor(start / 60), start % 60]
  return (
    <div ref={part}>
      <Form
        schema={schema}
        onSubmit={({ hours, minutes }) => onSave(Number(hours) * 60 + Number(minutes))}
        aria-label="Other amount"
        className="grid grid-cols-2 items-start gap-3 sm:flex"
      >
        <div className="min-w-0 sm:w-44">
          <TextField
            name="hours"
            label="Hours"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={start === 0 ? '' : String(hours)}
          />
        </div>
        <div className="min-w-0 sm:w-44">
          <TextField
            name="minutes"
            label="Minutes"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={start === 0 ? '' : String(rest)}
          />
        </div>
        {/* As far down as the fields' labels are high. */}
        <div className="mt-[1.6875rem] max-sm:col-span-2 max-sm:mt-0">
          <SubmitButton variant="secondary" pendingText="Saving…">
            Save
          </SubmitButton>
        </div>
      </Form>
    </div>
  )
}
