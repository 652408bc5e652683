import { useQuery } from '@tanstack/react-query'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { changeMemory, deleteMemory, memory, type Note, addNote, longestNote } from '#contract/results/memory.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall, write } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { focusHeading } from '#web/client/navigation.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { AgentNotes } from './agent-notes.tsx'
import { agents } from '#contract/agents/agents.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { SearchSelect } from '#web/kit/fields/search-select.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'

type Memory = Answer<typeof memory>

/** /profile/memory: what agents know about the person, and whether they may (D185). */
export default function Memory() {
  // An agent may have proposed a note since.
  const known = useQuery({ ...query(memory), refetchOnMount: 'always' })
  const shown = known.data
  return (
    <Page
      width="prose"
      title="What agents know about me"
      description="Each agent has its own notes about you. You decide what it keeps."
      above={<ParentLink href={paths.profile()} name="Profile & security" />}
      actions={
        shown &&
        shown.notes.length > 0 && (
          <Button variant="secondary" onClick={() => void deleteAll(shown.notes.length)}>
            Forget All
          </Button>
        )
      }
    >
      <Loaded read={known} what="your notes">
        {(current) => (
          <div className="flex flex-col gap-6">
            <Setting shown={current} />
            <Notes shown={current} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Setting({ shown }: { shown: Memory }) {
  const change = useCall(changeMemory)
  return (
    <Card>
      <Switch
        name="enabled"
        label="Let agents remember me"
        help="In a session, an agent may propose a note about you. It's saved only if you keep it."
        checked={change.isPending ? change.variables.body.enabled : shown.enabled}
        onChange={(enabled) => void change.submit({ body: { enabled } })}
      />
      <p className="mt-4 border-t border-line pt-4 text-sm text-muted">
        When a session starts, what that agent knows about you and your open next steps with it are sent to our voice
        provider. They stay in its record of the session, which is deleted after 90 days at most. While this is off,
        nothing is sent or noted, and notes stay here until you forget them.
      </p>
    </Card>
  )
}

function Notes({ shown }: { shown: Memory }) {
  if (!shown.isAllowedHere) {
    return (
      <Banner tone="info" title="Your organization doesn't allow this">
        In this organization, agents don't receive or save notes about you. Earlier notes are kept but hidden. Notes
        outside this organization aren't affected.
      </Banner>
    )
  }
  const groups = Map.groupBy(shown.notes, ({ agentId }) => agentId)
  return (
    <>
      {[...groups.values()].map((notes: Note[]) => (
        <AgentNotes key={notes[0]?.agentId} notes={notes} isOn={shown.enabled} />
      ))}
      {shown.notes.length === 0 && (
        <Card>
          <EmptyState title={shown.enabled ? 'No notes yet' : 'Agents know nothing about you'}>
            {shown.enabled
              ? 'Say “Please remember that …” in a session, or write a note yourself.'
              : 'Turn on memory if you want agents to remember you.'}
          </EmptyState>
        </Card>
      )}
      {shown.enabled && <AddNote />}
    </>
  )
}

/** Forgets every note at once, which cannot be undone. */
async function deleteAll(count: number) {
  let isGone = false
  await ask({
    title: 'Forget everything?',
    text: (
      <>
        This permanently deletes the <span>{countText(count, 'note')}</span> on this page. Your agents will start fresh
        with you.
      </>
    ),
    confirm: 'Forget All',
    keep: 'Keep Notes',
    act: () => write(deleteMemory, { query: {} }, { done: () => (isGone = true) }).catch(() => undefined),
  })
  // The focused button disappears with the last note.
  if (isGone) focusHeading()
}

/** A note by hand, about one agent. */
function AddNote() {
  const all = useQuery(query(agents))
  return (
    <Card title="Add a note" description="Something an agent should know from the start.">
      <Loaded read={all} what="your agents">
        {(shown) => (
          <CallForm
            call={addNote}
            fields={['agentId', 'text']}
            slots={{
              agentId: (
                <SearchSelect
                  name="agentId"
                  label="Agent"
                  searchLabel="Search agents"
                  placeholder="Choose an agent…"
                  options={shown.map(({ id, name }) => ({ value: id, label: name }))}
                />
              ),
              text: (
                <TextArea
                  name="text"
                  label="Note"
                  help={`Up to ${longestNote} characters.`}
                  rows={3}
                  maxLength={longestNote}
                />
              ),
            }}
            submit="Add Note"
            pendingText="Adding…"
            isRepeated
            label="Add a note"
          />
        )}
      </Loaded>
    </Card>
  )
}
