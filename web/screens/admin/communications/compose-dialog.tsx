import { useQuery } from '@tanstack/react-query'
import { useState, useDeferredValue, useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { adminUsers } from '#contract/admin/users.ts'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import { countText, formatCount } from '#contract/amounts.ts'
import {
  broadcastAudience,
  messagePriorities,
  sendTeamMessage,
  teamMessageTypes,
} from '#contract/messages/admin-messages.ts'
import { messageLimits } from '#contract/messages/messages.ts'
import { query, write } from '#web/client/api.ts'
import { bodyOf } from '#web/client/forms/bodies.ts'
import { listQuery } from '#web/client/lists/pages.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { useLoadToast } from '#web/client/load-toast.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons, Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { OptionCards, OptionText } from '#web/kit/fields/option-cards.tsx'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { priorityNames, typeNames } from '#web/screens/messages/labels.ts'
import { nameOf } from '../person-name.tsx'
import { sentToast } from './answer-form.tsx'
import { PriorityBadge, typeOptions } from './inbox-list.tsx'
const words = z.extend(z.pick(bodyOf(sendTeamMessage), { subject: true, message: true }), {
  messageType: z.enum(teamMessageTypes),
  priority: z.enum(messagePriorities),
})
type Draft = z.output<typeof words>

const priorityOptions = messagePriorities.map((value) => ({ value, label: priorityNames[value] }))

interface Props {
  close: () => void
  onSent: (isToEveryone: boolean) => void
}

/** Writes to everyone or to one person, after a preview (S434, S478, S536, D65). */
export function ComposeDialog({ close, onSent }: Props) {
  const [to, setTo] = useState<To>('everybody')
  const [person, setPerson] = useState<NamedPerson | null>(null)
  const [text, setText] = useState({ subject: '', message: '' })
  const { data: audience } = useLoadToast(useQuery({ ...query(broadcastAudience), staleTime: 0 }))
  const recipient = to === 'person' ? person : null
  const isReady = text.subject.trim() !== '' && text.message.trim() !== '' && (to === 'everybody' || person !== null)
  const people = audience && countText(audience.people, 'person', 'people')

  /** Asks for confirmation with a preview and the number of recipients (D65). A failure leaves the form as it is. */
  async function preview(draft: Draft): Promise<void> {
    const body = { ...draft, toUserId: recipient?.id ?? null }
    let isSent = false
    const send = async () => {
      await write(sendTeamMessage, { body }, { told: sentToast })
      isSent = true
    }
    await ask({
      title: `Send to ${recipient ? nameOf(recipient) : (people ?? 'all people')}?`,
      text: <Preview draft={draft} recipient={recipient} />,
      confirm: recipient ? 'Send to One User' : 'Send to Everyone',
      keep: 'Keep Editing',
      tone: 'primary',
      act: () => send().catch(() => undefined),
    })
    if (!isSent) return
    close()
    onSent(to === 'everybody')
  }

  return (
    <Dialog title="New Message" keepOpenOutside>
      <Form schema={words} onSubmit={(draft) => void preview(draft)} className="flex flex-col gap-4">
        <Addressee to={to} onChange={setTo} people={people} />
        {to === 'person' && <PersonField person={person} onChange={setPerson} />}
        <Words onChange={(changed) => setText((old) => ({ ...old, ...changed }))} />
        <FormButtons onCancel={close}>
          <SubmitButton disabled={!isReady}>Send Message</SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}

type To = 'everybody' | 'person'

interface AddresseeProps {
  to: To
  onChange: (to: To) => void
  /** How many people a message to everyone reaches. */
  people: string | undefined
}

function Addressee({ to, onChange, people }: AddresseeProps) {
  const everybody = (
    <OptionText title="Everyone">
      {people ? `${people} now, plus everyone who joins later.` : 'All users of the platform.'}
    </OptionText>
  )
  return (
    <OptionCards
      name="to"
      legend="To"
      className="sm:grid-cols-2"
      cards={[
        { value: 'everybody', label: 'Everyone', content: everybody },
        { value: 'person', label: 'One user', content: <OptionText title="One user">No one else sees it.</OptionText> },
      ]}
      value={to}
      onChange={onChange}
    />
  )
}

function Words({ onChange }: { onChange: (changed: { subject?: string; message?: string }) => void }) {
  return (
    <>
      <TextField
        name="subject"
        label="Subject"
        maxLength={messageLimits.subject}
        autoComplete="off"
        required
        onChange={({ target }) => onChange({ subject: target.value })}
      />
      <TextArea
        name="message"
        label="Message"
        rows={6}
        maxLength={messageLimits.message}
        required
        onChange={(message) => onChange({ message })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select name="messageType" label="Type" options={typeOptions} defaultValue="general" />
        <Select name="priority" label="Priority" options={priorityOptions} defaultValue="normal" />
      </div>
    </>
  )
}

function Preview({ draft, recipient }: { draft: Draft; recipient: NamedPerson | null }) {
  const { subject, message, messageType, priority } = draft
  return (
    <>
      <p>{recipient ? `${recipient.email} can read it right away.` : 'Everyone can read it right away.'}</p>
      <div
        role="region"
        aria-label="Preview"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
        tabIndex={0}
        className="mt-4 max-h-72 overflow-y-auto rounded-card border border-line bg-surface p-4 text-text"
      >
        <p className="font-semibold wrap-anywhere">{subject}</p>
        <p className="mt-1 flex flex-wrap gap-1.5">
          <Badge>{typeNames[messageType]}</Badge>
          <PriorityBadge priority={priority} />
        </p>
        <p className="mt-3 wrap-anywhere whitespace-pre-line">{message}</p>
      </div>
    </>
  )
}

/** The number of people shown at a time. */
const shownCount = 6

interface PersonProps {
  person: NamedPerson | null
  onChange: (person: NamedPerson | null) => void
}

/** Selects one person by name or email address. */
function PersonField({ person, onChange }: PersonProps) {
  const box = useRef<HTMLDivElement>(null)
  const wasChosen = useRef(person !== null)
  // The focused control is gone, so focus moves to the first control of the new state.
  useEffect(() => {
    if (wasChosen.current === (person !== null)) return
    wasChosen.current = person !== null
    box.current?.querySelector<HTMLElement>('button, input')?.focus()
  }, [person])
  return (
    <div ref={box} role="group" aria-label="User" className="flex flex-col gap-2">
      {person ? <Chosen person={person} onChange={onChange} /> : <Finder onChange={onChange} />}
    </div>
  )
}

function Chosen({ person, onChange }: PersonProps & { person: NamedPerson }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-card border border-line bg-soft px-4 py-2">
      <p className="min-w-0">
        <span className="block font-medium wrap-anywhere">{nameOf(person)}</span>
        <span className="block text-sm wrap-anywhere text-muted">{person.email}</span>
      </p>
      <Button variant="ghost" size="dense" onClick={() => onChange(null)}>
        Choose Another
      </Button>
    </div>
  )
}

function Finder({ onChange }: Pick<PersonProps, 'onChange'>) {
  const [words, setWords] = useState('')
  const search = useDeferredValue(words.trim())
  const found = useQuery({
    ...listQuery(adminUsers, { search }, 1),
    enabled: search !== '',
  })
  const people = search === '' ? [] : (found.data?.rows ?? []).slice(0, shownCount)
  return (
    <>
      <SearchField label="Find a user" placeholder="Name or email" value={words} onChange={setWords} />
      {search !== '' && found.isError && <LoadError what="the users" failed={found} />}
      <p role="status" className="text-sm text-muted">
        {statusOf(search, found.isPending, found.data?.total ?? 0)}
      </p>
      {people.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line">
          {people.map(({ id, email, firstName, lastName }) => {
            const named = { id, email, firstName, lastName }
            return (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => onChange(named)}
                  className="block min-h-11 w-full px-4 py-2 text-left transition-colors hover:bg-hover"
                >
                  <span className="block font-medium wrap-anywhere">{nameOf(named)}</span>
                  <span className="block text-sm wrap-anywhere text-muted">{email}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

function statusOf(search: string, isPending: boolean, count: number): string {
  if (search === '') return 'Type a name or email address.'
  if (isPending) return 'Searching…'
  if (count === 0) return 'No one found.'
  if (count > shownCount) return `${formatCount(count)} users found. Add more words to narrow it down.`
  return `${countText(count, 'user')} found`
}
