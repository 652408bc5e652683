/** A microphone that is silent until it is told to speak, in place of the browser's. */

const DeviceContext = window.AudioContext
const originalConnect = AudioNode.prototype.connect as (this: AudioNode, destination: AudioNode) => AudioNode

interface Mouth {
  context: AudioContext
  destination: MediaStreamAudioDestinationNode
}

/** Puts it in place; the way to let everybody who listens to it hear the sound of `speechUrl`. */
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
