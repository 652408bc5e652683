import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button } from '#web/kit/button.tsx'
import type { Conversation } from '#web/voice/conversation.ts'
import type { AudioDevices, Microphone } from '#web/voice/sound/devices.ts'
import { microphoneProblem } from '#web/voice/problems.ts'
import { CheckRow, type CheckState } from './row.tsx'
import { MicrophonePicker } from '../settings/devices.tsx'
import { usePreferences } from '../settings/preferences.ts'

type Verdict = 'asking' | 'listening' | 'quiet' | 'heard' | 'denied' | 'missing'

/** Louder than the hum of a room, quieter than speech. */
const heardLevel = 0.02
const heardWindows = 8
const quietAfterMs = 6000

const states: Record<Verdict, CheckState> = {
  asking: 'open',
  listening: 'open',
  quiet: 'failed',
  heard: 'passed',
  denied: 'failed',
  missing: 'failed',
}

const words: Record<Verdict, string> = {
  asking: 'Please allow the microphone when your browser asks.',
  listening: 'Say a few words. The bar moves with your voice.',
  quiet: "We can't hear anything yet.",
  heard: 'We can hear you.',
  denied: "Your browser isn't letting this page use the microphone.",
  missing: 'No microphone was found, or another app is using it.',
}

const remedies: Partial<Record<Verdict, readonly string[]>> = {
  quiet: [
    'Choose another microphone below.',
    "Check that it isn't muted by its own switch or in your system settings.",
  ],
  denied: ['Allow the microphone in the site settings beside the address bar, then try again.'],
  missing: ['Connect a microphone, or close the app that is using it, then try again.'],
}

interface Props {
  conversation: Conversation
  onVerdict: (isPassed: boolean) => void
}

/** Shows whether the microphone picks up the user's voice. */
export function MicrophoneCheck(props: Props) {
  const [attempt, setAttempt] = useState(0)
  return <MicrophoneTrial key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />
}

function MicrophoneTrial({ conversation, onVerdict, onAgain }: Props & { onAgain: () => void }) {
  const { microphoneId } = usePreferences()
  const { verdict, bar } = useTrial(conversation.devices, microphoneId)
  useEffect(() => onVerdict(verdict === 'heard'), [verdict, onVerdict])
  const isOpen = verdict === 'listening' || verdict === 'quiet' || verdict === 'heard'
  return (
    <CheckRow state={states[verdict]} title="Microphone" words={words[verdict]} remedies={remedies[verdict]}>
      {isOpen && (
        <>
          <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line text-accent-text">
            <div ref={bar} className="h-full origin-left scale-x-0 rounded-full bg-current" />
          </div>
          <MicrophonePicker conversation={conversation} />
        </>
      )}
      {(verdict === 'denied' || verdict === 'missing') && (
        <Button variant="secondary" size="dense" className="self-start" onClick={onAgain}>
          Try again
        </Button>
      )}
    </CheckRow>
  )
}

/** Listens to a microphone while it is mounted. */
function useTrial(
  devices: AudioDevices,
  microphoneId: string,
): { verdict: Verdict; bar: RefObject<HTMLDivElement | null> } {
  const [verdict, setVerdict] = useState<Verdict>('asking')
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let microphone: Microphone | null = null
    let isOver = false
    let loudWindows = 0
    let quietTimer: number | undefined

    function onFrame(_samples: Int16Array, level: number) {
      if (isOver) return
      if (bar.current) bar.current.style.scale = `${Math.min(1, (level * 4) ** 0.7).toFixed(2)} 1`
      if (level >= heardLevel && ++loudWindows === heardWindows) {
        window.clearTimeout(quietTimer)
        setVerdict('heard')
      }
    }
    async function listen() {
      setVerdict('asking')
      devices.choose({ microphoneId })
      try {
        const opened = await devices.openMicrophone({ onFrame, onLost: () => !isOver && setVerdict('missing') })
        if (isOver) return opened.close()
        microphone = opened
        await opened.ready
        if (isOver) return
        setVerdict('listening')
        quietTimer = window.setTimeout(() => setVerdict('quiet'), quietAfterMs)
      } catch (error) {
        if (!isOver) setVerdict(microphoneProblem(error).kind === 'microphone_denied' ? 'denied' : 'missing')
      }
    }
    void listen()
    return () => {
      isOver = true
      window.clearTimeout(quietTimer)
      microphone?.close()
    }
  }, [devices, microphoneId])
  return { verdict, bar }
}
