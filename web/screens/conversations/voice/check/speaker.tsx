import { Volume2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/kit/button.tsx'
import { defaultPlaybackRateHz } from '#web/voice/constants.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import type { Player } from '#web/voice/sound/devices.ts'
import { SpeakerPicker } from '../settings/devices.tsx'
import { CheckRow, type CheckState } from './row.tsx'

type Verdict = 'untried' | 'played' | 'heard' | 'unheard' | 'broken'

const states: Record<Verdict, CheckState> = {
  untried: 'open',
  played: 'open',
  heard: 'passed',
  unheard: 'failed',
  broken: 'failed',
}

const words: Record<Verdict, string> = {
  untried: 'Play three notes and listen.',
  played: 'Did you hear the notes?',
  heard: "You'll hear the agent.",
  unheard: "You didn't hear the notes.",
  broken: "This browser couldn't play the notes.",
}

const remedies: Partial<Record<Verdict, readonly string[]>> = {
  unheard: [
    'Turn up the volume, and take your phone off silent.',
    "Choose another speaker below, or unplug headphones you aren't wearing.",
    "Check that the tab isn't muted.",
  ],
  broken: ['Reload the page and try again.'],
}

interface Props {
  conversation: Conversation
  onVerdict: (isPassed: boolean) => void
}

/** Plays a few notes the way the agent's voice is played; only the user can say whether they were heard. */
export function SpeakerCheck({ conversation, onVerdict }: Props) {
  const [verdict, setVerdict] = useState<Verdict>('untried')
  const play = useNotes(conversation, () => setVerdict('broken'))
  useEffect(() => onVerdict(verdict === 'heard'), [verdict, onVerdict])
  return (
    <CheckRow state={states[verdict]} title="Speaker" words={words[verdict]} remedies={remedies[verdict]}>
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
