import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { agents } from '#contract/agents/agents.ts'
import { addNote, longestNote } from '#contract/results/memory.ts'
import { bodyOf, query, useCall } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { SearchSelect } from '#web/kit/fields/search-select.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'

/** A note by hand, about one agent. */
export function AddNote() {
  const all = useQuery(query(agents))
  /** Counts what was added, because the form starts over with each. */
  const [added, setAdded] = useState(0)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (added > 0) form.current?.querySelector('button')?.focus()
  }, [added])
  return (
    <Card title="Add a note" description="Something an agent should know from the start.">
      <Loaded read={all} what="your agents">
        {(shown) => (
          <div ref={form}>
            <NoteForm
              key={added}
              options={shown.map(({ id, name }) => ({ value: id, label: name }))}
              onAdded={() => setAdded((before) => before + 1)}
            />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

interface Props {
  options: { value: string; label: string }[]
  onAdded: () => void
}

function NoteForm({ options, onAdded }: Props) {
  const add = useCall(addNote, { done: onAdded })
  return (
    <Form
      schema={bodyOf(addNote)}
      onSubmit={({ agentId, text }) => add.submit({ body: { agentId, text } })}
      className="flex flex-col gap-4"
      aria-label="Add a note"
    >
      <SearchSelect
        name="agentId"
        label="Agent"
        searchLabel="Search agents"
        placeholder="Choose an agent…"
        options={options}
      />
      <TextArea name="text" label="Note" help={`Up to ${longestNote} characters.`} rows={3} maxLength={longestNote} />
      <div>
        <SubmitButton pendingText="Adding…">Add Note</SubmitButton>
      </div>
    </Form>
  )
}
