import { useState } from 'react'
import {
  addCustomerNote,
  addOrganizationNote,
  type CustomerNote,
  deleteCustomerNote,
} from '#contract/admin/customers.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { bodyOf } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { useDuty } from '../use-duty.ts'
import { useAdminCall } from '../use-admin-call.ts'
import { customerFailures, customerSuccesses } from './acts/toasts.ts'
import type { Whose } from './whose.ts'

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

function NoteForm({ whose }: { whose: Whose }) {
  // A new form is an empty one.
  const [count, setCount] = useState(0)
  const outcome = { list: adminUsers, failed: customerFailures.addNote, done: () => setCount(count + 1) } as const
  const forUser = useAdminCall(addCustomerNote, outcome)
  const forOrganization = useAdminCall(addOrganizationNote, outcome)
  const params = { id: String(whose.id) }
  return (
    <Form
      key={count}
      schema={bodyOf(addCustomerNote)}
      onSubmit={(body) => (whose.kind === 'user' ? forUser : forOrganization).submit({ params, body })}
      className="flex flex-col gap-3"
    >
      <TextArea name="text" label="New note" rows={2} maxLength={2000} required />
      <div>
        <SubmitButton pendingText="Adding…">Add Note</SubmitButton>
      </div>
    </Form>
  )
}

function Note({ note: { id, text, author, isOwn, createdAt } }: { note: CustomerNote }) {
  const remove = useAdminCall(deleteCustomerNote, {
    list: adminUsers,
    failed: customerFailures.deleteNote,
    done: () => showToast(customerSuccesses.noteDeleted),
  })
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        <p className="text-sm text-muted">
          {author} · <DateTime value={createdAt} withTime />
        </p>
      </div>
      {isOwn && (
        <Button
          variant="ghost"
          size="dense"
          pending={remove.isPending}
          aria-label={`Delete the note from ${author}`}
          onClick={() => void remove.submit({ params: { id } })}
        >
          Delete
        </Button>
      )}
    </li>
  )
}
