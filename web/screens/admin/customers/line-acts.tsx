import { creditConversation, resendMail } from '#contract/admin/customers.ts'
import type { LineOf, TimelineLine } from '#contract/admin/timeline.ts'
import { formatDollars, formatDuration } from '#contract/amounts.ts'
import { formatDate } from '#contract/dates.ts'
import { write } from '#web/client/api.ts'
import { openForm } from '#web/client/forms/call-dialog.tsx'
import { useMe } from '#web/client/me.ts'
import type { Act } from '#web/kit/dialogs/acts.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import type { Whose } from '../person-name.tsx'
import { openRefund } from '../late-dialogs.ts'
import { useDuty } from '../use-duty.ts'
import { endConversation } from './cards.tsx'

/** Called when time of a conversation was given back, with the minutes, exact to the second. */
export type OnCredited = (line: LineOf<'conversation'>, minutes: number) => void

/** Returns what this admin may do about a line. Nobody gives to their own account. */
export function useLineActs(whose: Whose, onCredited?: OnCredited): (line: TimelineLine) => readonly Act[] {
  const isOwn = useMe()?.id === whose.id
  const changesPeople = useDuty('people.change')
  const mayGive = useDuty('money.change') && !isOwn
  return (line) => {
    if (line.kind === 'mail') {
      const send = () =>
        write(
          resendMail,
          { params: { id: line.id } },
          { told: { title: 'Email Sent', description: `It is on its way to ${line.to}.`, tone: 'success' } },
        )
      return [{ label: 'Send Again', may: line.canResend && changesPeople, run: send }]
    }
    if (line.kind === 'payment') {
      const refund = () =>
        openRefund({
          whose,
          payer: `${line.description}, ${formatDollars(line.amount)}`,
          nothing: 'This payment has been refunded in full.',
          isOffered: ({ id }) => id === line.id,
        })
      return [{ label: 'Refund', may: mayGive && line.refundable > 0, run: () => void refund() }]
    }
    if (line.kind !== 'conversation') return []
    if (line.status === 'active') {
      return [{ label: 'End the conversation', may: changesPeople, run: () => void endConversation(line) }]
    }
    const left = creditable(line.facts)
    return [
      {
        label: `Credit ${formatDuration(left)} back`,
        may: mayGive && left > 0,
        run: () => void openCredit(line, onCredited),
      },
    ]
  }
}

/** Returns the seconds that can still be given back; time is given back by the team only once. */
function creditable({ charged, givenBack, credited }: LineOf<'conversation'>['facts']): number {
  return credited > 0 ? 0 : (charged ?? 0) - givenBack
}

/** It is given back once for each conversation, so a lost answer does no harm. */
const creditAgain = 'Please try again. The time will not be given back twice.'

/** Gives back time that a conversation was charged, with the time and a reason filled in. */
function openCredit(line: LineOf<'conversation'>, onCredited: OnCredited | undefined): Promise<unknown> {
  const most = creditable(line.facts)
  const whose = line.organization ? `the pool of ${line.organization.name}` : 'the balance'
  return openForm({
    title: 'Credit Time Back',
    description: `It goes to ${whose} and does not expire. A conversation can be credited once.`,
    call: creditConversation,
    at: { params: { id: line.id } },
    known: { reason: `Charged for the conversation with ${line.agentName} on ${formatDate(line.at, true)}` },
    fields: ['seconds', 'reason'],
    words: { reason: { help: 'Kept in the audit log. The customer does not see it.' } },
    checks: async () => ({ seconds: (await import('./duration-field.ts')).durationField(most) }),
    slots: {
      seconds: (
        <TextField
          name="seconds"
          label="Time"
          help={`Minutes and seconds, at most ${formatDuration(most)}`}
          defaultValue={formatDuration(most)}
          autoComplete="off"
          required
        />
      ),
    },
    failed: { title: 'Failed to give time back', text: creditAgain, unreachable: creditAgain },
    told: (_answer, { body: { seconds } }) => ({
      title: 'Time Given Back',
      description: `${formatDuration(seconds)} went back to ${whose}.`,
      tone: 'success',
    }),
    done: (_answer, { body: { seconds } }) => onCredited?.(line, seconds / 60),
    submit: 'Credit Back',
    pendingText: 'Crediting…',
  })
}
