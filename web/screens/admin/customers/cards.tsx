import { lazy, type ReactNode, Suspense } from 'react'
import {
  type customer,
  type CustomerAutoPurchase,
  type CustomerPlan,
  type organizationCustomer,
  addCustomerNote,
  addOrganizationNote,
  type CustomerNote,
  deleteCustomerNote,
  endLiveConversation,
} from '#contract/admin/customers.ts'
import { formatDollars, formatDuration, minutesText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { formatDate, formatTime } from '#contract/dates.ts'
import { write } from '#web/client/api.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { LoadingRows } from '#web/client/loaded.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ActButtons } from '#web/kit/dialogs/acts.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { useKeptFocus } from '#web/kit/kept-focus.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Facts } from '../organizations/section.tsx'
import { declineText } from '../payments/words.ts'
import type { Whose } from '../person-name.tsx'
import { useDuty } from '../use-duty.ts'

type Standing = Pick<
  Answer<typeof customer> | Answer<typeof organizationCustomer>,
  'balance' | 'plan' | 'autoPurchase' | 'debts'
>

/** The plan, the balance in both buckets, the rule of automatic purchases, and debts. */
export function StandingCard({ standing, title, aside }: { standing: Standing; title: string; aside?: ReactNode }) {
  const { plan, balance, autoPurchase, debts } = standing
  const month = balance.monthEndsAt ? `until ${formatDate(balance.monthEndsAt)}` : 'none left'
  return (
    <Card title={title} aside={aside}>
      <Facts
        facts={[
          ['Plan', plan ? plan.name : 'No subscription'],
          ['Next', plan ? planSentence(plan) : 'No upcoming charge'],
          ['Balance', exact(balance.month + balance.purchased)],
          ['Monthly minutes', balance.month > 0 ? `${exact(balance.month)}, ${month}` : 'None left'],
          ['Purchased minutes', exact(balance.purchased)],
          ['On hold', balance.held > 0 ? exact(balance.held) : 'None'],
          ['Auto-purchase', autoPurchaseSentence(autoPurchase)],
          [
            'Debts',
            debts.length === 0
              ? 'None'
              : debts
                  .map(({ amount, createdAt }) => `${formatDollars(amount)} since ${formatDate(createdAt)}`)
                  .join(', '),
          ],
        ]}
      />
    </Card>
  )
}

/** Returns a balance in minutes, and to the second where it is no whole minute. */
function exact(seconds: number): string {
  const minutes = minutesText(seconds / 60)
  return seconds % 60 === 0 ? minutes : `${minutes} (${formatDuration(seconds)})`
}

/** Returns what happens to a plan next, and the next charge as agreed (D181). */
function planSentence({ state, at, nextCharge }: CustomerPlan): string {
  const day = at === null ? '' : ` on ${formatDate(at)}`
  const charge = nextCharge === null ? '' : ` for ${formatDollars(nextCharge)}`
  switch (state) {
    case 'renews':
      return `Renews${day}${charge}`
    case 'ends':
      return at ? `Canceled, ends${day}` : 'Canceled'
    case 'grace':
      return `Unpaid; access ends${day}${nextCharge === null ? '' : `, ${formatDollars(nextCharge)} is due`}`
    case 'ended':
      return 'Ended'
  }
}

const problems: Record<string, string> = {
  cap: 'The monthly limit is reached.',
  cap_reached: 'The monthly limit is reached.',
}

/** Returns the rule of automatic purchases in a sentence, with what stops it. */
function autoPurchaseSentence(rule: CustomerAutoPurchase | null): string {
  if (!rule?.isOn || rule.price === null || rule.minutes === null) return 'Off'
  const { price, minutes, belowMinutes, monthlyLimit, problem } = rule
  const stopped = problem ? ` ${problems[problem] ?? `The last one was declined: ${declineText(problem)}.`}` : ''
  return `Buys ${minutesText(minutes)} for ${formatDollars(price)} at ${minutesText(belowMinutes)} or less, up to ${formatDollars(monthlyLimit)} a month.${stopped}`
}

const lookMs = 10_000

/** For `refetchInterval`: looks again while somebody is talking, because a conversation ends without the team. */
export function whileLive({ state }: { state: { data?: { live: readonly unknown[] } | undefined } }): number | false {
  return (state.data?.live.length ?? 0) > 0 && lookMs
}

type Live = Answer<typeof customer>['live'][number]

/** Who is talking right now, with a way to end it. */
export function LiveBanners({ live }: { live: readonly Live[] }) {
  return live.map((conversation) => <LiveBanner key={conversation.id} conversation={conversation} />)
}

function LiveBanner({ conversation }: { conversation: Live }) {
  const mayEnd = useDuty('people.change')
  const { agentName, person, startedAt } = conversation
  const end = { label: 'End Conversation', may: mayEnd, run: () => void endConversation(conversation) }
  return (
    <Banner tone="success" title="Live now" actions={<ActButtons acts={[end]} />}>
      {person.name} has been talking with {agentName} since {formatTime(startedAt)}.
    </Banner>
  )
}

/** Ends a live conversation, after a question that says what it costs. */
export function endConversation({
  id,
  agentName,
  person,
}: Pick<Live, 'id' | 'agentName' | 'person'>): Promise<boolean> {
  const end = () =>
    write(
      endLiveConversation,
      { params: { id } },
      {
        told: ({ chargedSeconds }) => ({
          title: 'Conversation Ended',
          description: chargedSeconds > 0 ? `${formatDuration(chargedSeconds)} was charged.` : 'Nothing was charged.',
          tone: 'success',
        }),
      },
    )
  return ask({
    title: `End ${person.name}’s conversation?`,
    text: `${person.name} is talking with ${agentName} right now. The conversation stops at once and is charged up to this second.`,
    confirm: 'End Conversation',
    keep: 'Keep Talking',
    act: end,
  })
}

/** Notes for colleagues: everybody in the team reads them, the customer never does. */
export function Notes({ notes, whose }: { notes: readonly CustomerNote[]; whose: Whose }) {
  const mayWrite = useDuty('people.change')
  return (
    <Card title="Notes" description="Only the Luna team sees them.">
      <div className="flex flex-col gap-4">
        {mayWrite && <NoteForm whose={whose} />}
        {notes.length === 0 && <EmptyLine title="No notes yet" />}
        {notes.length > 0 && (
          <ul aria-label="Notes" className="flex flex-col divide-y divide-line">
            {notes.map((note) => (
              <Note key={note.id} note={note} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

const formId = 'note-form'
const findField = () => document.querySelector<HTMLElement>(`#${formId} textarea`)

function NoteForm({ whose }: { whose: Whose }) {
  return (
    <div id={formId}>
      <CallForm
        call={whose.kind === 'user' ? addCustomerNote : addOrganizationNote}
        at={{ params: { id: String(whose.id) } }}
        submit="Add Note"
        pendingText="Adding…"
        isRepeated
      />
    </div>
  )
}

function Note({ note: { id, text, author, isOwn, createdAt } }: { note: CustomerNote }) {
  // The question may give the focus back to a note that then disappears.
  const row = useKeptFocus<HTMLLIElement>(findField)
  return (
    <li ref={row} className="py-3">
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <div className="flex items-center justify-between gap-x-4">
        <p className="min-w-0 text-sm wrap-anywhere text-muted">
          {author} · <DateTime value={createdAt} withTime />
        </p>
        {isOwn && (
          <Button
            variant="ghost"
            size="dense"
            className="-mr-3"
            aria-label={`Delete the note: ${beginningOf(text)}`}
            onClick={() => void deleteNote(id, text)}
          >
            Delete
          </Button>
        )}
      </div>
    </li>
  )
}

/** Returns the first words of a note, which name it. */
function beginningOf(text: string): string {
  const words = text.trim().split(/\s+/)
  return words.length <= 6 ? words.join(' ') : `${words.slice(0, 6).join(' ')}…`
}

/** Asks first, because a deleted note is gone for good. */
function deleteNote(id: string, text: string): Promise<boolean> {
  return ask({
    title: 'Delete this note?',
    text: <span className="wrap-anywhere">“{beginningOf(text)}” will be gone for the whole team.</span>,
    confirm: 'Delete Note',
    keep: 'Keep Note',
    act: () => write(deleteCustomerNote, { params: { id } }).catch(() => undefined),
    next: findField,
  })
}

/** It fills more than a screen, and is below the first one. */
const Timeline = lazy(() => import('./timeline.tsx'))

/** Everything that happened to a customer, newest first, with filters and days in the address. */
export function TimelineCard({ whose }: { whose: Whose }) {
  return (
    <Card title="Timeline" description="Days are counted in UTC.">
      <Suspense fallback={<LoadingRows what="the timeline" />}>
        <Timeline whose={whose} />
      </Suspense>
    </Card>
  )
}
