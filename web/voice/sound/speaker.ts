import type { DeviceChoice } from './devices.ts'

/** Not in the types yet; missing in Safari. */
interface SpeakerContext {
  setSinkId?: (id: string) => Promise<void>
}

/** Plays through one speaker where the browser can, otherwise through the system's default. Never rejects. */
export async function useSpeaker(context: object, speakerId: string): Promise<void> {
  const speaking: SpeakerContext = context
  try {
    await speaking.setSinkId?.(speakerId)
  } catch {
    await speaking.setSinkId?.('').catch(() => {})
  }
}

/**
 * Plays through the chosen speaker if it is plugged in, otherwise through the system's default. Requesting the chosen
 * one is not enough: browsers accept the one in use without checking that it is still there. Never rejects.
 */
export async function useSpeakerThatIsThere(context: object, choice: Readonly<DeviceChoice>): Promise<void> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  // Read only now, because another may have been chosen meanwhile.
  const { speakerId } = choice
  const isThere = devices.some(({ kind, deviceId }) => kind === 'audiooutput' && deviceId === speakerId)
  await useSpeaker(context, isThere ? speakerId : '')
}
