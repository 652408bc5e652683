import { useEffect, useState } from 'react'
import { Select, type Option } from '#web/kit/fields/select.tsx'
import type { Conversation } from '#web/voice/conversation.ts'
import { keepPreferences, usePreferences } from './preferences.ts'

/** A list cannot hold an empty value. */
const system = 'system'
const systemChoice: Option = { value: system, label: 'System default' }

/** Chromium lists the system's choice under names of its own, beside the devices themselves. */
const otherNames = ['', 'default', 'communications']

interface Props {
  conversation: Conversation
}

/** Chooses the microphone. */
export function MicrophonePicker({ conversation }: Props) {
  const { microphoneId } = usePreferences()
  const options = useDevices('audioinput')
  const [isRefused, setRefused] = useState(false)

  async function choose(value: string) {
    const id = idOf(value)
    try {
      await conversation.chooseMicrophone(id)
      setRefused(false)
      keepPreferences({ microphoneId: id })
    } catch {
      setRefused(true)
      // The previous microphone stays in use, and the next conversation asks for it.
      conversation.devices.choose({ microphoneId })
    }
  }

  return (
    <Select
      name="microphone"
      label="Microphone"
      options={options}
      value={known(options, microphoneId)}
      onChange={(value) => void choose(value)}
      help={options.length === 1 && 'Allow the microphone to see other devices.'}
      error={isRefused ? "This microphone isn't available. Another app may be using it." : undefined}
    />
  )
}

/** Chooses the speaker, in browsers that allow it. */
export function SpeakerPicker({ conversation }: Props) {
  const { speakerId } = usePreferences()
  const options = useDevices('audiooutput')
  if (!('setSinkId' in AudioContext.prototype)) return null
  return (
    <Select
      name="speaker"
      label="Speaker"
      options={options}
      value={known(options, speakerId)}
      onChange={(value) => {
        const id = idOf(value)
        conversation.chooseSpeaker(id)
        keepPreferences({ speakerId: id })
      }}
    />
  )
}

/** Returns the id if its device is connected, otherwise the system's choice. */
function known(options: readonly Option[], id: string): string {
  return options.some(({ value }) => value === id) ? id : system
}

function idOf(value: string): string {
  return value === system ? '' : value
}

/** Returns the devices of a kind, updated as they come and go. */
function useDevices(kind: 'audioinput' | 'audiooutput'): Option[] {
  const [options, setOptions] = useState([systemChoice])
  useEffect(() => {
    let isOver = false
    async function read() {
      const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => [])
      const found = (devices ?? []).filter((device) => device.kind === kind && !otherNames.includes(device.deviceId))
      if (isOver) return
      setOptions([systemChoice, ...found.map(({ deviceId, label }) => ({ value: deviceId, label: label || 'Device' }))])
    }
    void read()
    const listen = () => void read()
    navigator.mediaDevices?.addEventListener('devicechange', listen)
    return () => {
      isOver = true
      navigator.mediaDevices?.removeEventListener('devicechange', listen)
    }
  }, [kind])
  return options
}
