import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownTimeZone } from '#contract/dates.ts'
import {
  changeNextStepSettings,
  makeStepCalendar,
  nextStepSettings,
  type NextStepSettings,
  removeStepCalendar,
} from '#contract/results/next-steps.ts'
import { query, useCall } from '#web/client/api.ts'
import { CopyLink } from '#web/client/copy-link.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
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

function Settings({ settings }: { settings: NextStepSettings }) {
  const update = useCall(changeNextStepSettings, { changes: [nextStepSettings], failed: stepFailures.settings })
  const sent = update.isPending ? update.variables.body : {}
  const change = (body: { mailReminders?: boolean; acceptSpoken?: boolean }) =>
    void update.submit({ body: { ...body, timeZone: ownTimeZone() } })
  return (
    <div className="grid gap-x-12 gap-y-6 md:grid-cols-2">
      <Switch
        name="mailReminders"
        label="Remind me by email"
        help="One email on the morning of a day on which something is due."
        checked={sent.mailReminders ?? settings.mailReminders}
        onChange={(mailReminders) => change({ mailReminders })}
      />
      <Switch
        name="acceptSpoken"
        label="Add what I say right away"
        help="What an agent notes goes straight to your list. When this is off, you add it yourself."
        checked={sent.acceptSpoken ?? settings.acceptSpoken}
        onChange={(acceptSpoken) => change({ acceptSpoken })}
      />
      <Calendar hasCalendar={settings.hasCalendar} />
    </div>
  )
}

function Calendar({ hasCalendar }: { hasCalendar: boolean }) {
  const [url, setUrl] = useState<string | null>(null)
  const make = useCall(makeStepCalendar, {
    changes: [nextStepSettings],
    failed: stepFailures.calendar,
    done: (answer) => setUrl(answer.url),
  })
  const remove = useCall(removeStepCalendar, {
    changes: [nextStepSettings],
    failed: stepFailures.calendar,
    done: () => setUrl(null),
  })
  return (
    <section aria-label="Calendar" className="flex flex-col gap-3 md:col-span-2">
      <div>
        <h3 className="font-medium">Calendar</h3>
        <p className="text-sm text-muted">
          {hasCalendar
            ? 'Your calendar can read steps with a day from a secret address. We show it only once.'
            : 'Let your calendar show steps with a day. Anyone who has the address can read them.'}
        </p>
      </div>
      {url !== null && <CopyLink label="Calendar address" link={url} copied={copied} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" pending={make.isPending} onClick={() => void make.submit()}>
          {hasCalendar ? 'Make a New Address' : 'Make a Calendar Address'}
        </Button>
        {hasCalendar && (
          <Button variant="ghost" pending={remove.isPending} onClick={() => void remove.submit()}>
            Remove Address
          </Button>
        )}
      </div>
    </section>
  )
}

const copied = {
  title: 'Address Copied',
  description: 'Add it to your calendar as a subscription.',
  tone: 'success',
} as const
