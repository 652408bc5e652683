import type { Sound } from '#contract/agents/sounds.ts'
import { PlayButton } from '#web/kit/sound/play-button.tsx'
import { SpokenWords } from '#web/kit/sound/spoken-words.tsx'
import { useSound } from '#web/kit/sound/player.ts'
const languages = new Intl.DisplayNames(['en'], { type: 'language' })

/** Returns who speaks and in which languages: "Clara · English, German". */
export function voiceName({ name, languages: codes }: Sound['voice']): string {
  return `${name} · ${codes.map((code) => languages.of(code) ?? code).join(', ')}`
}

/** Plays an agent's greeting from the corner of its picture, with captions over the picture (D175). */
export function Greeting({ name, sound }: { name: string; sound: Sound }) {
  const key = sound.url
  const playing = useSound(key)
  const isHeard = playing.state !== 'idle'
  return (
    <div className="absolute inset-x-0 bottom-0">
      {isHeard && (
        <div className="night bg-night/85! py-3 pr-16 pl-4">
          <p className="text-xs text-night-muted">{voiceName(sound.voice)}</p>
          <p className="mt-0.5 text-sm">
            {playing.state === 'failed' ? (
              <span role="status">The sound did not load. Please try again.</span>
            ) : (
              <SpokenWords text={sound.text} wordStartsMs={sound.wordStartsMs} soundKey={key} />
            )}
          </p>
        </div>
      )}
      <PlayButton
        name={name}
        soundKey={key}
        urls={[sound.url]}
        playing={playing}
        className="absolute! right-3 bottom-3"
      />
    </div>
  )
}
