import { CircleAlert, CircleCheck, CircleDashed, Volume2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState, type RefObject } from 'react'
import { Button } from '#web/kit/button.tsx'
import { defaultPlaybackRateHz } from '#web/voice/constants.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { microphoneProblem } from '#web/voice/problems.ts'
import type { AudioDevices, Microphone, Player } from '#web/voice/sound/devices.ts'
import { MicrophonePicker, SpeakerPicker } from '../settings/devices.tsx'
import { usePreferences } from '../settings/preferences.ts'

/** How a part of the check looks by its state. */
const looks = {
  open: { Icon: CircleDashed, ink: 'text-muted' },
  passed: { Icon: CircleCheck, ink: 'text-success' },
  failed: { Icon: CircleAlert, ink: 'text-danger' },
}

/** The outcome of one part of the check. */
interface Finding {
  state: keyof typeof looks
  /** The state in a sentence. */
  words: ReactNode
  /** What helps if something is wrong. */
  remedies?: readonly string[] | undefined
}

interface RowProps extends Finding {
  title: string
  children?: ReactNode
}

/** One part of the check: its state and what to do about it. */
export function CheckRow({ state, title, words, remedies = [], children }: RowProps) {
  const { Icon, ink } = looks[state]
  return (
    <li className="flex gap-3 py-4 first:pt-0 last:pb-0">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${ink}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div>
          <h3 className="font-semibold">{title}</h3>
          <p role="status" className={state === 'failed' ? 'text-danger' : 'text-muted'}>
            {words}
          </p>
        </div>
        {remedies.length > 0 && (
          <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
            {remedies.map((remedy) => (
              <li key={remedy}>{remedy}</li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </li>
  )
}

export function TryAgain({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="secondary" size="dense" className="self-start" onClick={onPress}>
      Try again
    </Button>
  )
}

/** Louder than the hum of a room, quieter than speech. */
const heardLevel = 0.02
const heardWindows = 8
const quietAfterMs = 6000

type Heard = 'asking' | 'listening' | 'quiet' | 'heard' | 'denied' | 'missing'

const microphoneFindings: Record<Heard, Finding> = {
  asking: { state: 'open', words: 'Please allow the microphone when your browser asks.' },
  listening: { state: 'open', words: 'Say a few words. The bar moves with your voice.' },
  quiet: {
    state: 'failed',
    words: "We can't hear anything yet.",
    remedies: [
      'Choose another microphone below.',
      "Check that it isn't muted by its own switch or in your system settings.",
    ],
  },
  heard: { state: 'passed', words: 'We can hear you.' },
  denied: {
    state: 'failed',
    words: "Your browser isn't letting this page use the microphone.",
    remedies: ['Allow the microphone in the site settings beside the address bar, then try again.'],
  },
  missing: {
    state: 'failed',
    words: 'No microphone was found, or another app is using it.',
    remedies: ['Connect a microphone, or close the app that is using it, then try again.'],
  },
}

interface CheckProps {
  conversation: Conversation
  onVerdict: (isPassed: boolean) => void
}

/** Shows whether the microphone picks up the user's voice. */
export function MicrophoneCheck(props: CheckProps) {
  const [attempt, setAttempt] = useState(0)
  return <MicrophoneTrial key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />
}

function MicrophoneTrial({ conversation, onVerdict, onAgain }: CheckProps & { onAgain: () => void }) {
  const { microphoneId } = usePreferences()
  const { verdict, bar } = useTrial(conversation.devices, microphoneId)
  useEffect(() => onVerdict(verdict === 'heard'), [verdict, onVerdict])
  const isOpen = verdict === 'listening' || verdict === 'quiet' || verdict === 'heard'
  return (
    <CheckRow title="Microphone" {...microphoneFindings[verdict]}>
      {isOpen && (
        <>
          <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line text-accent-text">
            <div ref={bar} className="h-full origin-left scale-x-0 rounded-full bg-current" />
          </div>
          <MicrophonePicker conversation={conversation} />
        </>
      )}
      {(verdict === 'denied' || verdict === 'missing') && <TryAgain onPress={onAgain} />}
    </CheckRow>
  )
}

/** Listens to a microphone while it is mounted. */
function useTrial(
  devices: AudioDevices,
  microphoneId: string,
): { verdict: Heard; bar: RefObject<HTMLDivElement | null> } {
  const [verdict, setVerdict] = useState<Heard>('asking')
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

type Played = 'untried' | 'played' | 'heard' | 'unheard' | 'broken'

const speakerFindings: Record<Played, Finding> = {
  untried: { state: 'open', words: 'Play three notes and listen.' },
  played: { state: 'open', words: 'Did you hear the notes?' },
  heard: { state: 'passed', words: "You'll hear the agent." },
  unheard: {
    state: 'failed',
    words: "You didn't hear the notes.",
    remedies: [
      'Turn up the volume, and take your phone off silent.',
      "Choose another speaker below, or unplug headphones you aren't wearing.",
      "Check that the tab isn't muted.",
    ],
  },
  broken: {
    state: 'failed',
    words: "This browser couldn't play the notes.",
    remedies: ['Reload the page and try again.'],
  },
}

/** Plays a few notes the way the agent's voice is played; only the user can say whether they were heard. */
export function SpeakerCheck({ conversation, onVerdict }: CheckProps) {
  const [verdict, setVerdict] = useState<Played>('untried')
  const play = useNotes(conversation, () => setVerdict('broken'))
  useEffect(() => onVerdict(verdict === 'heard'), [verdict, onVerdict])
  return (
    <CheckRow title="Speaker" {...speakerFindings[verdict]}>
      <div className="flex flex-wrap gap-2">
        {verdict === 'played' && (
          <>
            <Button size="dense" onClick={() => setVerdict('heard')}>
              Yes
            </Button>
            <Button variant="secondary" size="dense" onClick={() => setVerdict('unheard')}>
              No
            </Button>
          </>
        )}
        <Button
          variant={verdict === 'untried' ? 'primary' : 'ghost'}
          size="dense"
          icon={<Volume2 aria-hidden className="size-4" />}
          onClick={() => {
            play()
            setVerdict('played')
          }}
        >
          {verdict === 'untried' ? 'Play' : 'Play again'}
        </Button>
      </div>
      {verdict === 'unheard' && <SpeakerPicker conversation={conversation} />}
    </CheckRow>
  )
}

/** Returns a function that plays the notes; it must be called inside a press. */
function useNotes(conversation: Conversation, onBroken: () => void): () => void {
  const player = useRef<Player>(null)
  const played = useRef(0)
  useEffect(() => () => player.current?.close(), [])
  return () => {
    player.current ??= open()
    player.current.resume()
    player.current.play(++played.current, makeTestTone())
  }

  function open(): Player {
    const ignore = () => {}
    const opened = conversation.devices.openPlayer({
      onStarted: ignore,
      onPlaying: ignore,
      onSilent: ignore,
      onBlocked: ignore,
    })
    opened.ready.catch(onBroken)
    return opened
  }
}

const notesHz = [523, 659, 784]
const noteMs = 350
const loudness = 0.25

/** Returns three rising notes for testing a speaker: 16-bit samples at 16 kHz. */
function makeTestTone(): Int16Array<ArrayBuffer> {
  const perNote = (noteMs / 1000) * defaultPlaybackRateHz
  return Int16Array.from({ length: notesHz.length * perNote }, (_, at) => {
    const inNote = at % perNote
    const frequency = notesHz[Math.floor(at / perNote)] ?? 0
    // Fades each note in and out, so that none begins or ends with a click.
    const swell = Math.sin((Math.PI * inNote) / perNote)
    return Math.round(32_767 * loudness * swell * Math.sin((2 * Math.PI * frequency * inNote) / defaultPlaybackRateHz))
  })
}
