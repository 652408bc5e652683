import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type AdminVoice, adminVoices, readVoiceSample } from '#contract/agents/admin-voices.ts'
import { query } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { voiceName } from '#web/screens/agents/greeting.tsx'
import { voiceNames } from '../labels.ts'

/** The option for no voice of its own, so that the fallback speaks. */
export const defaultVoice = 'default'

/** Selects an agent's voice and shows its languages, its state and a sample (D186). */
export function VoiceField({ present }: { present: string }) {
  const read = useQuery(query(adminVoices))
  return (
    <Loaded read={read} what="the voices">
      {(voices) => <VoiceSelect voices={voices} present={present} />}
    </Loaded>
  )
}

function VoiceSelect({ voices, present }: { voices: readonly AdminVoice[]; present: string }) {
  const [picked, setPicked] = useState(present || defaultVoice)
  const fallback = voices.find(({ isFallback }) => isFallback)
  const chosen = voices.find(({ id }) => id === picked) ?? fallback
  const options = [
    { value: defaultVoice, label: `Default${fallback ? ` (${fallback.name})` : ''}` },
    ...voices.map((voice) => ({ value: voice.id, label: voiceName(voice) })),
  ]
  return (
    <div className="flex flex-col gap-3">
      <Select name="voiceId" label="Voice" options={options} value={picked} onChange={setPicked} />
      {chosen && <VoiceDetails key={chosen.id} voice={chosen} fallback={fallback} />}
    </div>
  )
}

function VoiceDetails({ voice, fallback }: { voice: AdminVoice; fallback: AdminVoice | undefined }) {
  const { label, tone } = voiceNames[voice.state]
  const isMute = voice.state === 'gone' || voice.state === 'not_set_up'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Sample voice={voice} disabled={isMute} />
      <p className="min-w-0 flex-1 text-sm text-muted">
        <Badge tone={tone}>{label}</Badge> {voice.description}
        {voice.reason && <span className="block">{voice.reason}</span>}
        {isMute && fallback && fallback.id !== voice.id && (
          <span className="block">Until it is available, {fallback.name} speaks instead.</span>
        )}
      </p>
    </div>
  )
}

/** Plays or stops a sample sentence in the voice. */
function Sample({ voice, disabled }: { voice: AdminVoice; disabled: boolean }) {
  const client = useQueryClient()
  const playing = useRef<HTMLAudioElement | null>(null)
  const [state, setState] = useState<'quiet' | 'loading' | 'playing' | 'failed'>('quiet')
  useEffect(() => () => playing.current?.pause(), [])

  async function play() {
    setState('loading')
    try {
      const { wavBase64 } = await client.fetchQuery({
        ...query(readVoiceSample, { params: { id: voice.id } }),
        staleTime: Infinity,
      })
      const bytes = Uint8Array.from(atob(wavBase64), (character) => character.codePointAt(0) ?? 0)
      const url = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }))
      const audio = new Audio(url)
      audio.addEventListener('ended', () => setState('quiet'))
      audio.addEventListener('pause', () => URL.revokeObjectURL(url))
      playing.current = audio
      await audio.play()
      setState('playing')
    } catch {
      setState('failed')
    }
  }

  function stop() {
    playing.current?.pause()
    setState('quiet')
  }

  return (
    <div>
      {state === 'playing' ? (
        <Button variant="secondary" icon={<Square aria-hidden className="size-4" />} onClick={stop}>
          Stop
        </Button>
      ) : (
        <Button
          variant="secondary"
          icon={<Play aria-hidden className="size-4" />}
          disabled={disabled || state === 'loading'}
          onClick={() => void play()}
        >
          Play sample
        </Button>
      )}
      <p role="status" className="text-sm text-danger empty:hidden">
        {state === 'failed' ? 'The sample could not be played. Please try again.' : ''}
      </p>
    </div>
  )
}
