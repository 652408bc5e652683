import { Mic, MicOff, PhoneOff, SendHorizontal, SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef, type FormEvent, type RefObject } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { Conversation } from '#web/voice/conversation.ts'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import { PatienceField } from './voice-patience.tsx'

/** As much as the server takes in one typed turn. */
const maxMessageLength = 2000

interface Props {
  conversation: Conversation
  snapshot: Snapshot
}

/** What one can do during the conversation, within reach of the thumb. */
export function VoiceBar({ conversation, snapshot }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useShortcuts(conversation, field)
  const { muted, patienceMs } = snapshot
  return (
    <div className="flex w-full flex-col gap-3">
      <MessageForm conversation={conversation} field={field} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] gap-2 sm:flex sm:justify-between">
        <Button
          variant={muted ? 'primary' : 'secondary'}
          size="touch"
          icon={muted ? <MicOff aria-hidden className="size-5" /> : <Mic aria-hidden className="size-5" />}
          aria-keyshortcuts="M"
          onClick={() => conversation.toggleMute()}
          className="max-sm:px-2 sm:min-w-28"
        >
          {muted ? 'Unmute' : 'Mute'}
        </Button>
        <Popover
          title="Patience"
          trigger={
            <Button
              variant="secondary"
              size="touch"
              icon={<SlidersHorizontal aria-hidden className="size-5" />}
              aria-label="Patience of the agent"
              className="max-sm:px-3"
            >
              <span className="max-sm:hidden">Patience</span>
            </Button>
          }
        >
          <div className="mt-3">
            <PatienceField conversation={conversation} patienceMs={patienceMs} />
          </div>
        </Popover>
        <Button
          variant="danger"
          size="touch"
          icon={<PhoneOff aria-hidden className="size-5" />}
          onClick={() => conversation.end()}
          className="max-sm:px-2 sm:min-w-28"
        >
          End
        </Button>
      </div>
    </div>
  )
}

function MessageForm({
  conversation,
  field,
}: {
  conversation: Conversation
  field: RefObject<HTMLInputElement | null>
}) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (field.current && conversation.sendText(field.current.value)) event.currentTarget.reset()
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          ref={field}
          name="message"
          label="Message"
          hideLabel
          placeholder="Type a message"
          autoComplete="off"
          maxLength={maxMessageLength}
          enterKeyHint="send"
          aria-keyshortcuts="T"
        />
      </div>
      <Button type="submit" variant="secondary" aria-label="Send message">
        <SendHorizontal aria-hidden className="size-4" />
      </Button>
    </form>
  )
}

/** M mutes, T begins to type; neither while something is being typed. */
function useShortcuts(conversation: Conversation, field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
      // Behind a question such as 'End session?' the conversation takes no keys.
      if (!(event.target instanceof Element) || !event.target.closest('[role=dialog]')?.contains(field.current)) return
      const key = event.key.toLowerCase()
      if (key === 'm') conversation.toggleMute()
      if (key !== 't') return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [conversation, field])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
