import { useEffect, useEffectEvent, type ReactNode, type RefObject } from 'react'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { Switch } from '#web/kit/fields/switch.tsx'
import type { Conversation } from '#web/voice/conversation.ts'
import { keepPreferences, usePreferences } from './preferences.ts'

interface Row {
  keys: string
  does: string
  /** Works even when single keys are off. */
  isAlways?: boolean
}

const rows: readonly Row[] = [
  { keys: 'Space', does: 'Hold to talk, when push to talk is on', isAlways: true },
  { keys: 'M', does: 'Mute or unmute' },
  { keys: 'T', does: 'Type a message' },
  { keys: '?', does: 'Show these shortcuts' },
  { keys: 'Esc', does: 'Close the transcript, or end the session (asks first)', isAlways: true },
]

/** Opens the keys of a conversation, and a switch for people who use speech control. */
export function openKeys(): void {
  void openDialog(() => <VoiceKeys />)
}

function VoiceKeys() {
  const { keys } = usePreferences()
  return (
    <Dialog title="Keyboard shortcuts" description="For use during a session, when you aren't typing." width="small">
      <dl className="mb-5 divide-y divide-line">
        {rows.map((row) => (
          <div key={row.keys} className="flex items-center justify-between gap-4 py-2">
            <dt className={keys || row.isAlways ? undefined : 'text-muted line-through'}>{row.does}</dt>
            <dd>
              <Key>{row.keys}</Key>
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        name="keys"
        label="Single keys"
        help="Turn this off if you control this device by voice, so that single letters don't trigger anything."
        checked={keys}
        onChange={(next) => keepPreferences({ keys: next })}
      />
    </Dialog>
  )
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-7 min-w-7 items-center justify-center rounded-control border border-control-line bg-sunken px-2 font-sans text-sm font-medium">
      {children}
    </kbd>
  )
}

interface Actions {
  conversation: Conversation
  /** Something in the dialog that the keys belong to. */
  scope: RefObject<HTMLElement | null>
  isPushToTalk: boolean
  onType: () => void
}

/** M mutes, T starts typing, ? lists the keys, holding Space talks; none of them work while typing. */
export function useTalkKeys({ conversation, scope, isPushToTalk, onType }: Actions): void {
  const { keys } = usePreferences()
  const type = useEffectEvent(onType)
  useEffect(() => {
    if (!keys) return
    function onKey(event: KeyboardEvent) {
      if (event.repeat || !isOurs(event, scope.current)) return
      const key = event.key.toLowerCase()
      if (key === 'm') conversation.toggleMute()
      if (key === '?') openKeys()
      if (key !== 't') return
      event.preventDefault()
      type()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [conversation, scope, keys])
  useHeldSpace(conversation, scope, isPushToTalk)
}

/**
 * Holding Space opens the microphone. A button reached with the Tab key keeps Space, which presses it; a button that
 * was only clicked does not.
 */
function useHeldSpace(conversation: Conversation, scope: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    let isHeld = false
    let isByTab = false
    function release() {
      if (isHeld) conversation.holdToTalk(false)
      isHeld = false
    }
    function onDown(event: KeyboardEvent) {
      if (event.key === 'Tab') isByTab = true
      if (event.key !== ' ' || !isOurs(event, scope.current)) return
      if (isByTab && isPressable(event.target)) return
      event.preventDefault()
      if (!isHeld) conversation.holdToTalk(true)
      isHeld = true
    }
    function onUp(event: KeyboardEvent) {
      if (event.key !== ' ' || !isHeld) return
      // Browsers press a focused button when the key comes up.
      event.preventDefault()
      release()
    }
    const over = new AbortController()
    const { signal } = over
    window.addEventListener('keydown', onDown, { signal })
    window.addEventListener('keyup', onUp, { signal })
    window.addEventListener('pointerdown', () => (isByTab = false), { signal })
    // A key released in another window is not reported here.
    window.addEventListener('blur', release, { signal })
    return () => {
      over.abort()
      release()
    }
  }, [conversation, scope, isOn])
}

function isOurs(event: KeyboardEvent, scope: HTMLElement | null): boolean {
  const { target, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || !(target instanceof Element) || isTyping(target)) return false
  // Behind a sheet or a question such as 'End session?' the conversation takes no keys.
  return target.closest('[role=dialog]')?.contains(scope) ?? false
}

function isTyping(target: Element): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button:not([data-talk]), a') !== null
}
