/** What the conversation wants of a microphone and a speaker; `browser-audio.ts` and the tests' fakes give it. */

export interface MicrophoneHandlers {
  /** One window of 21.33 ms at 16 kHz, valid during the call only, with its amplitude of 0..1. */
  onFrame: (samples: Int16Array, level: number) => void
  /** The device went away. */
  onLost: () => void
}

export interface Microphone {
  /** Settles when sound flows; rejects when the audio thread's code could not start. */
  ready: Promise<void>
  /** Releases the device; may be called twice. */
  close: () => void
}

/** When a sample was played, on the page's clock (performance.now()). */
export interface SoundMoment {
  /** The audio graph had rendered it by then: an upper bound that holds the report's own way to the page. */
  graphMs: number
  /** The speaker plays it, as far as the browser knows the device's latency. */
  speakerMs: number
}

export interface PlayerHandlers {
  /** First sample of a response, or of its continuation after an underrun. */
  onStarted: (eventId: number, at: SoundMoment) => void
  onPlaying: (eventId: number, playedMs: number, level: number) => void
  /** Nothing more is heard: 200 ms after the last sound, or at once when interrupted. */
  onSilent: (interrupted: boolean, at: SoundMoment) => void
  /** The system withholds sound (a phone call, a locked screen) until `resume` is called from a tap. */
  onBlocked: (blocked: boolean) => void
}

export interface Player {
  ready: Promise<void>
  setRate: (rateHz: number) => void
  /** Takes the samples over. */
  play: (eventId: number, samples: Int16Array<ArrayBuffer>) => void
  interrupt: (eventId: number) => void
  resume: () => void
  close: () => void
}

/** Devices by the browser's ids; '' is the system's own choice, and what stands in for one that is not there. */
export interface DeviceChoice {
  microphoneId: string
  speakerId: string
}

export interface AudioDevices {
  /** A microphone counts from its next opening, a speaker at once. */
  choose: (choice: Partial<DeviceChoice>) => void
  /** Makes ready what needs no permission, so that the click has less to wait for. */
  prepare: () => void
  /** Lets go of what was prepared and not used. */
  discard: () => void
  /** Resolves when the person has granted the microphone; rejects with the browser's own error. */
  openMicrophone: (handlers: MicrophoneHandlers) => Promise<Microphone>
  openPlayer: (handlers: PlayerHandlers) => Player
}
