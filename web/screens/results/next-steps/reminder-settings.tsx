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
import { Loaded } from '#web/client/loaded.tsx'
import { useMe } from '#web/client/me.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'

/** How the person is reminded, what happens to what they say, and the calendar address. */
export function ReminderSettings() {
  const settings = useQuery(query(nextStepSettings))
  return (
    <Card title="Reminders">
      <Loaded read={settings} what="your reminders">
        {(shown) => <Settings settings={shown} />}
      </Loaded>
    </Card>
  )
}

const mailHelp = 'One email on the morning of each day that something is due.'

function Settings({ settings }: { settings: NextStepSettings }) {
  const isConfirmed = useMe()?.emailVerified !== false
  const update = useCall(changeNextStepSettings)
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

const makeId = 'make-calendar-address'

/** The secret address at which a calendar reads the steps; calendars lose it only after a question. */
function CalendarAddress({ hasCalendar }: { hasCalendar: boolean }) {
  const [url, setUrl] = useState<string | null>(null)
  const make = useCall(makeStepCalendar, { done: (answer) => setUrl(answer.url) })
  const remove = useCall(removeStepCalendar, { done: () => setUrl(null) })

  async function replace() {
    if (!hasCalendar) return make.submit()
    await ask({
      title: 'Replace your calendar address?',
      text: 'Calendars that use the current address will stop updating.',
      confirm: 'Replace Address',
      keep: 'Keep Address',
      act: () => make.submit(),
    })
  }

  async function giveUp() {
    const isSure = await ask({
      title: 'Remove your calendar address?',
      text: 'Calendars that use it will stop updating.',
      confirm: 'Remove Address',
      keep: 'Keep Address',
      act: () => remove.submit(),
    })
    // The pressed button goes with the address.
    if (isSure) document.getElementById(makeId)?.focus()
  }

  return (
    <section aria-label="Calendar" className="flex flex-col gap-3 md:col-span-2">
      <div>
        <h3 className="font-medium">Calendar</h3>
        <p className="text-sm text-muted">
          {hasCalendar
            ? 'Your calendar can subscribe to your steps at a secret address, which we show only once.'
            : 'See steps with a due date in your calendar. Anyone with the address can read them.'}
        </p>
      </div>
      {url !== null && <CopyLink label="Calendar address" link={url} copied={copied} />}
      <div className="flex flex-wrap gap-2">
        <Button id={makeId} variant="secondary" pending={make.isPending} onClick={() => void replace()}>
          {hasCalendar ? 'Replace Address' : 'Make a Calendar Address'}
        </Button>
        {hasCalendar && (
          <Button variant="ghost" onClick={() => void giveUp()}>
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
