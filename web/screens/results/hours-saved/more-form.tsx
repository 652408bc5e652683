import * as z from 'zod/mini'
import { mostSavedMinutes } from '#contract/results/hours-saved-rules.ts'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'

const mostHours = mostSavedMinutes / 60
const hoursError = `Please enter 0 to ${mostHours}`
const minutesError = 'Please enter 0 to 59'

/** An empty field counts as 0. */
const schema = z
  .object({
    hours: z.coerce
      .number({ error: hoursError })
      .check(
        z.int({ error: hoursError }),
        z.minimum(0, { error: hoursError }),
        z.maximum(mostHours, { error: hoursError }),
      ),
    minutes: z.coerce
      .number({ error: minutesError })
      .check(
        z.int({ error: minutesError }),
        z.minimum(0, { error: minutesError }),
        z.maximum(59, { error: minutesError }),
      ),
  })
  .check(
    z.refine(({ hours, minutes }) => hours * 60 + minutes <= mostSavedMinutes, {
      error: `The most is ${mostHours} hours`,
      path: ['minutes'],
    }),
  )

interface Props {
  /** What was said before, in minutes. */
  savedMinutes: number | null
  onSave: (savedMinutes: number) => Promise<void>
}

/** Any other time, in hours and minutes. */
export function MoreForm({ savedMinutes, onSave }: Props) {
  const start = savedMinutes ?? 0
  const [hours, rest] = [Math.floor(start / 60), start % 60]
  return (
    <Form
      schema={schema}
      onSubmit={({ hours, minutes }) => onSave(hours * 60 + minutes)}
      aria-label="Another time"
      className="flex flex-wrap items-start gap-3"
    >
      <div className="w-24">
        <TextField
          name="hours"
          label="Hours"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={start === 0 ? '' : String(hours)}
        />
      </div>
      <div className="w-24">
        <TextField
          name="minutes"
          label="Minutes"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={start === 0 ? '' : String(rest)}
        />
      </div>
      {/* As far down as the fields' labels are high. */}
      <div className="mt-[1.6875rem] max-sm:mt-0 max-sm:w-full">
        <SubmitButton variant="secondary" pendingText="Saving…">
          Save
        </SubmitButton>
      </div>
    </Form>
  )
}
