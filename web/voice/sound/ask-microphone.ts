/**
 * Opens one microphone, '' for the system's default, or any other if that one is gone.
 * @throws the browser's error when it is refused or there is none
 */
export async function askMicrophone(deviceId: string): Promise<MediaStream> {
  // Missing on an insecure origin, whatever the types say.
  if (!navigator.mediaDevices) throw new DOMException('No microphone on an insecure origin', 'NotFoundError')
  const ask = (device: MediaTrackConstraints) =>
    navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1, ...device },
    })
  if (!deviceId) return ask({})
  try {
    return await ask({ deviceId: { exact: deviceId } })
  } catch (error) {
    // It is gone, and any other is better than none. Only the name shows it, since in Safari this is no `Error`.
    if ((error as { name?: unknown } | null)?.name === 'OverconstrainedError') return ask({})
    throw error
  }
}
