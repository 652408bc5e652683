import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { requiredLine, requiredText } from '#contract/required-text.ts'
import { editRecap, recapLimits } from '#contract/results/recap.ts'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { takeFocus } from '#web/kit/kept-focus.ts'
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
        {recap.summary ?? <span className="text-muted">There's no summary of this session.</span>}
      </p>
    </div>
  )
}

/** Returns the schema of the two fields; what the recap does not have may stay empty. */
function schemaOf({ summary, title }: Recap) {
  const optional = (max: number) => z.string().check(z.trim(), z.maxLength(max))
  return z.object({
    title: title === null ? optional(recapLimits.title) : requiredLine('Title', recapLimits.title),
    summary: summary === null ? optional(recapLimits.summary) : requiredText('Summary', recapLimits.summary),
  })
}

function EditForm({ onDone, recap, sessionId }: Omit<Props, 'heading'> & { onDone: () => void }) {
  const edit = useCall(editRecap, {
    done: (answer) => {
      showRecap(sessionId, answer)
      onDone()
    },
  })
  return (
    <Form
      schema={schemaOf(recap)}
      aria-label="Edit title and summary"
      onSubmit={({ summary, title }) => {
        const body = {
          ...(title !== (recap.title ?? '') && { title }),
          ...(summary !== (recap.summary ?? '') && { summary }),
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
        required={recap.title !== null}
      />
      <TextArea
        name="summary"
        label="Summary"
        defaultValue={recap.summary ?? ''}
        maxLength={recapLimits.summary}
        required={recap.summary !== null}
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
