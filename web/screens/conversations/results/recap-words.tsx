import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { editRecap, recapLimits } from '#contract/results/recap.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { conversationFailures } from '../toasts.ts'
import { type Recap, showRecap } from './use-recap.ts'

interface Props {
  recap: Recap
  sessionId: string
  /** The heading of the recap, with its title in it. */
  heading: (title: string) => ReactNode
}

/** Title and summary. Once they are kept, the person can put them in their own words. */
export function RecapWords({ heading, recap, sessionId }: Props) {
  const [isEditing, setEditing] = useState(false)
  const [wasEditing, setWasEditing] = useState(false)
  const stop = () => {
    setEditing(false)
    setWasEditing(true)
  }
  if (isEditing) return <EditForm recap={recap} sessionId={sessionId} onDone={stop} />
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        {heading(recap.title ?? 'Recap')}
        {recap.isKept && (
          <Button
            ref={wasEditing ? takeFocus : undefined}
            variant="ghost"
            size="dense"
            icon={<Pencil aria-hidden className="size-4" />}
            aria-label="Edit title and summary"
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
        )}
      </div>
      <p className="max-w-prose break-words whitespace-pre-line">
        {recap.summary ?? <span className="text-muted">There is no summary of this session.</span>}
      </p>
    </div>
  )
}

function EditForm({ onDone, recap, sessionId }: Omit<Props, 'heading'> & { onDone: () => void }) {
  const edit = useCall(editRecap, {
    failed: conversationFailures.editRecap,
    done: (answer) => {
      showRecap(sessionId, answer)
      onDone()
    },
  })
  return (
    <Form
      schema={bodyOf(editRecap)}
      aria-label="Edit title and summary"
      onSubmit={({ summary, title }) => {
        const body = {
          ...(title !== recap.title && { title }),
          ...(summary !== recap.summary && { summary }),
        }
        if (Object.keys(body).length === 0) return onDone()
        return edit.submit({ params: { id: sessionId }, body })
      }}
      className="flex max-w-prose flex-col gap-3"
    >
      <TextField
        ref={takeFocus}
        name="title"
        label="Title"
        defaultValue={recap.title ?? ''}
        maxLength={recapLimits.title}
        required
      />
      <TextArea
        name="summary"
        label="Summary"
        defaultValue={recap.summary ?? ''}
        maxLength={recapLimits.summary}
        required
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pendingText="Saving…">Save</SubmitButton>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

/** Takes the focus, because the pressed button is gone. */
function takeFocus(node: HTMLElement | null) {
  node?.focus()
}
