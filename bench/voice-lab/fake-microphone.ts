/** A microphone that stays silent until it is told to speak, in place of the browser's. */

const DeviceContext = window.AudioContext
const originalConnect = AudioNode.prototype.connect as (this: AudioNode, destination: AudioNode) => AudioNode

interface Mouth {
  context: AudioContext
  destination: MediaStreamAudioDestinationNode
}

/** Replaces the microphone. Returns a function that plays the sound of `speechUrl` to everything that listens to it. */
export function replaceMicrophone(speechUrl: string): () => Promise<void> {
  const mouths: Mouth[] = []
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new DeviceContext()
    await context.resume()
    const destination = context.createMediaStreamDestination()
    mouths.push({ context, destination })
    return destination.stream
  }
  return async () => {
    const file = await (await fetch(speechUrl)).arrayBuffer()
    for (const { context, destination } of mouths) {
      const source = context.createBufferSource()
      source.buffer = await context.decodeAudioData(file.slice(0))
      originalConnect.call(source, destination)
      source.start()
    }
  }
}
