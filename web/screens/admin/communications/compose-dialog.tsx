import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { countText } from '#contract/amounts.ts'
import {
  broadcastAudience,
  messagePriorities,
  sendTeamMessage,
  teamMessageTypes,
} from '#contract/messages/admin-messages.ts'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import { messageLimits } from '#contract/messages/messages.ts'
import { bodyOf, query } from '#web/client/api.ts'
import { useLoadToast } from '#web/client/load-toast.ts'
import { Badge } from '#web/kit/badge.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { OptionCards, OptionText } from '#web/kit/fields/option-cards.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { priorityNames, typeNames } from '#web/screens/messages/labels.ts'
import { nameOf } from '../person-name.tsx'
import { typeOptions } from './thread-list.tsx'
import { PersonField } from './person-field.tsx'
import { useSendTeamMessage } from './use-team-messages.ts'

const words = z.extend(z.pick(bodyOf(sendTeamMessage), { subject: true, message: true }), {
  messageType: z.enum(teamMessageTypes),
  priority: z.enum(messagePriorities),
})
type Draft = z.output<typeof words>

const priorityOptions = messagePriorities.map((value) => ({ value, label: priorityNames[value] }))

/** Writes to everyone or to one person, after a preview (S434, S478, S536, D65). */
export function ComposeDialog({ onClose, onSent }: { onClose: () => void; onSent: (isToEveryone: boolean) => void }) {
  const [to, setTo] = useState<To>('everybody')
  const [person, setPerson] = useState<NamedPerson | null>(null)
  const [text, setText] = useState({ subject: '', message: '' })
  // Kept while the preview closes, so that its text stays visible.
  const [preview, setPreview] = useState<{ draft: Draft; open: boolean } | null>(null)
  const send = useSendTeamMessage(() => {
    onClose()
    onSent(to === 'everybody')
  })
  const recipient = to === 'person' ? person : null
  const isReady = text.subject.trim() !== '' && text.message.trim() !== '' && (to === 'everybody' || person !== null)
  return (
    <Dialog
      open
      onClose={() => !send.isPending && onClose()}
      title="New Message"
      keepOpenOutside
      finalFocus={() => document.getElementById('new-message')}
    >
      <Form schema={words} onSubmit={(draft) => setPreview({ draft, open: true })} className="flex flex-col gap-4">
        <Addressee to={to} onChange={setTo} />
        {to === 'person' && <PersonField person={person} onChange={setPerson} />}
        <Words onChange={(changed) => setText((old) => ({ ...old, ...changed }))} />
        <FormButtons onCancel={onClose}>
          <SubmitButton disabled={!isReady}>Send Message</SubmitButton>
        </FormButtons>
      </Form>
      {preview && (
        <Preview
          {...preview}
          recipient={recipient}
          onClose={() => setPreview({ ...preview, open: false })}
          onConfirm={() => send.submit({ body: { ...preview.draft, toUserId: recipient?.id ?? null } })}
        />
      )}
    </Dialog>
  )
}

type To = 'everybody' | 'person'

function Addressee({ to, onChange }: { to: To; onChange: (to: To) => void }) {
  const everybody = (
    <OptionText title="Everyone">
      <Audience />
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

/** Says how many people a message to everyone reaches. */
function Audience() {
  const { data } = useLoadToast(useQuery({ ...query(broadcastAudience), staleTime: 0 }))
  if (!data) return 'All users of the platform.'
  return `${countText(data.people, 'person', 'people')} now, plus everyone who joins later.`
}

interface PreviewProps {
  draft: Draft
  /** null means everyone. */
  recipient: NamedPerson | null
  open: boolean
  onClose: () => void
  onConfirm: () => Promise<unknown>
}

/** Asks for confirmation with a preview and the number of recipients (D65). */
function Preview({ draft, recipient, open, onClose, onConfirm }: PreviewProps) {
  const { data } = useQuery(query(broadcastAudience))
  const { subject, message, messageType, priority } = draft
  const people = data ? countText(data.people, 'person', 'people') : 'all people'
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={recipient ? `Send to ${nameOf(recipient)}?` : `Send to ${people}?`}
      confirmLabel={recipient ? 'Send to One User' : 'Send to Everyone'}
      keepLabel="Keep Editing"
      tone="primary"
      onConfirm={onConfirm}
    >
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
          {priority !== 'normal' && (
            <Badge tone={priority === 'high' ? 'warning' : 'neutral'}>{priorityNames[priority]} priority</Badge>
          )}
        </p>
        <p className="mt-3 wrap-anywhere whitespace-pre-line">{message}</p>
      </div>
    </ConfirmDialog>
  )
}
