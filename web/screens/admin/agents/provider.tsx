import { Mic } from 'lucide-react'
import type { AdminAgent, AdminAgentPage } from '#contract/agents/admin-agents.ts'
import { testAgent, type TriedWords } from '#contract/conversations/agent-tests.ts'
import { send } from '#web/client/api.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'
import { type TalkAgent, useTalk } from '#web/screens/agents/talking.ts'
import { syncNames } from '../labels.ts'
import { defaultVoice } from './voice-field.tsx'

/** An agent at the voice provider: whether it has the latest version, and test conversations. */

/** Shows whether the voice provider has the latest version and, if not, why (D148). */
export function SyncNote({ agent: { syncState, syncError } }: { agent: AdminAgent }) {
  const { label, tone } = syncNames[syncState]
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {syncError && <span className="mt-1 block text-xs wrap-anywhere text-muted">{syncError}</span>}
    </>
  )
}

/** Returns the toast of a saved agent, with a sentence on whether the voice provider has it (D148). */
export function savedToast(title: string, { syncState, syncError }: AdminAgent): ToastMessage {
  const description =
    syncState === 'synced'
      ? 'Synced with the voice provider.'
      : `Not synced: ${syncError ?? 'it will sync before the next conversation.'}`
  return { title, description, tone: 'success' }
}

/** Returns what starts a test conversation with an agent, in its own words or in others that are not saved (D56). */
export function startTest(id: string, words?: TriedWords): NonNullable<TalkAgent['startTest']> {
  return (resumeOf) =>
    send(testAgent, { params: { id }, body: { ...(resumeOf && { resumeOf }), ...(words && { words }) } })
}

/** Starts a test conversation with the words and the voice in the form. */
export function TalkWithWords({ agent }: { agent: AdminAgentPage }) {
  const talkTo = useTalk()
  function talk(form: HTMLFormElement | null) {
    const typed = new FormData(form ?? undefined)
    const textOf = (name: string, saved: string | null) => {
      const text = typed.get(name)
      return typeof text === 'string' ? text : (saved ?? '')
    }
    const voiceId = textOf('voiceId', agent.voiceId)
    talkTo({
      ...agent,
      startTest: startTest(agent.id, {
        systemPrompt: textOf('systemPrompt', agent.systemPrompt),
        firstMessage: textOf('firstMessage', agent.firstMessage),
        voiceId: voiceId === defaultVoice ? '' : voiceId,
      }),
    })
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="secondary"
        icon={<Mic aria-hidden className="size-4" />}
        onClick={({ currentTarget }) => talk(currentTarget.form)}
      >
        Test This Draft
      </Button>
      <p className="min-w-0 flex-1 basis-56 text-sm text-muted">
        A free test with the prompt, first message and voice in this form. Nothing is saved or published.
      </p>
    </div>
  )
}
