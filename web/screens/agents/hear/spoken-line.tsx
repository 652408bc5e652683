import type { ReactNode } from 'react'
import type { Sound } from '#contract/agents/sounds.ts'
import { PlayButton } from '#web/kit/sound/play-button.tsx'
import { SpokenWords } from '#web/kit/sound/spoken-words.tsx'
import { useSound } from '#web/kit/sound/use-sound.ts'
import { voiceName } from './voice-name.ts'

interface Props {
  /** What the button plays: "Hear the greeting". */
  name: string
  /** Who says the line, and how that looks. */
  speaker: ReactNode
  text: string
  sound: Sound
  textClass: string
}

/** One line of a sample conversation that can be heard; its words light up as they are spoken (D175). */
export function SpokenLine({ name, speaker, text, sound, textClass }: Props) {
  const key = sound.url
  const playing = useSound(key)
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {speaker}
          <span className="text-xs text-muted">{voiceName(sound.voice)}</span>
        </p>
        <p className={textClass}>
          {playing.state === 'idle' || playing.state === 'failed' ? (
            text
          ) : (
            <SpokenWords text={sound.text} wordStartsMs={sound.wordStartsMs} soundKey={key} />
          )}
        </p>
        {playing.state === 'failed' && (
          <p role="status" className="mt-1 text-sm text-danger">
            The sound did not load. Please try again.
          </p>
        )}
      </div>
      <PlayButton name={name} soundKey={key} urls={[sound.url]} playing={playing} tone="plain" />
    </div>
  )
}
