import { useQuery } from '@tanstack/react-query'
import { ownTimeZone } from '#contract/dates.ts'
import { changeNextStepSettings, nextStepSettings, type NextStepSettings } from '#contract/results/next-steps.ts'
import { query, useCall } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Card } from '#web/kit/card.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { CalendarAddress } from './calendar-address.tsx'
import { stepFailures } from './toasts.ts'

/** How the person is reminded, what happens to what they say, and the calendar address. */
export function ReminderSettings() {
  const settings = useQuery(query(nextStepSettings))
  return (
    <Card title="Reminders">
      {settings.isPending && (
        <SkeletonGroup label="Loading your reminders…">
          <Skeleton className="h-24" />
        </SkeletonGroup>
      )}
      {settings.isError && <LoadError what="your reminders" failed={settings} />}
      {settings.data && <Settings settings={settings.data} />}
    </Card>
  )
}

const mailHelp = 'One email on the morning of each day that something is due.'

function Settings({ settings }: { settings: NextStepSettings }) {
  const isConfirmed = useMe()?.emailVerified !== false
  const update = useCall(changeNextStepSettings, { changes: [nextStepSettings], failed: stepFailures.settings })
  const sent = update.isPending ? update.variables.body : {}
  const change = (body: { mailReminders?: boolean; acceptSpoken?: boolean }) =>
    void update.submit({ body: { ...body, timeZone: ownTimeZone() } })
  return (
    <div className="grid gap-x-12 gap-y-6 md:grid-cols-2">
      <Switch
        name="mailReminders"
        label="Remind me by email"
        help={isConfirmed ? mailHelp : `${mailHelp} Confirm your email address in your profile to get it.`}
        checked={sent.mailReminders ?? settings.mailReminders}
        onChange={(mailReminders) => change({ mailReminders })}
      />
      <Switch
        name="acceptSpoken"
        label="Add spoken steps automatically"
        help="Steps your agent notes go straight to your list. When this is off, you review each one first."
        checked={sent.acceptSpoken ?? settings.acceptSpoken}
        onChange={(acceptSpoken) => change({ acceptSpoken })}
      />
      <CalendarAddress hasCalendar={settings.hasCalendar} />
    </div>
  )
}
