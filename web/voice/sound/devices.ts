/**
 * What the conversation needs from a microphone and a speaker; `browser-audio.ts` and the tests' fakes implement it.
 */

export interface MicrophoneHandlers {
  /** One window of 21.33 ms at 16 kHz, valid only during the call, with its amplitude of 0..1. */
  onFrame: (samples: Int16Array, level: number) => void
  /** The device was unplugged or lost. */
  onLost: () => void
  /** The device or the system has muted the microphone, or no longer does. */
  onMuted?: (isMuted: boolean) => void
}

export interface Microphone {
  /** Settles when sound flows; rejects if the audio thread's code cannot start. */
  ready: Promise<void>
  /** Releases the device; may be called twice. */
  close: () => void
}

/** When a sample was played, on the page's clock (performance.now()). */
export interface SoundMoment {
  /** When the audio graph had rendered it: an upper bound that includes the report's own way to the page. */
  graphMs: number
  /** When the speaker plays it, as far as the browser knows the device's latency. */
  speakerMs: number
}

export interface PlayerHandlers {
  /** First sample of a response, or of its continuation after an underrun. */
  onStarted: (eventId: number, at: SoundMoment) => void
  onPlaying: (eventId: number, playedMs: number, level: number) => void
  /** Playback is silent: 200 ms after the last sound, or at once when interrupted. */
  onSilent: (interrupted: boolean, at: SoundMoment) => void
  /** The system blocks sound (a phone call, a locked screen) until `resume` is called from a tap. */
  onBlocked: (blocked: boolean) => void
}

export interface Player {
  ready: Promise<void>
  setRate: (rateHz: number) => void
  /** Takes ownership of the samples. */
  play: (eventId: number, samples: Int16Array<ArrayBuffer>) => void
  interrupt: (eventId: number) => void
  resume: () => void
  close: () => void
}

/** Devices by the browser's ids; '' is the system's default, which also replaces a missing device. */
export interface DeviceChoice {
  microphoneId: string
  speakerId: string
}

export interface AudioDevices {
  /** A microphone applies from its next opening, a speaker at once. */
  choose: (choice: Partial<DeviceChoice>) => void
  /** Prepares what needs no permission, so that the click waits less. */
  prepare: () => void
  /** Releases what was prepared and not used. */
  discard: () => void
  /** Whether the microphone was opened before, and the browser opens it again without asking. */
  isMicrophoneAllowed: () => boolean
  /** Resolves once the user has granted the microphone; rejects with the browser's own error. */
  openMicrophone: (handlers: MicrophoneHandlers) => Promise<Microphone>
  openPlayer: (handlers: PlayerHandlers) => Player
}
