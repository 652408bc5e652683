/**
 * What can be made to go wrong for one agent, from the control page.
 *
 * - `refuse`: get-signed-url answers 500
 * - `busy`: the socket opens and closes at once with 3008, as when the plan's conversations are all in use
 * - `queue`: 3 s in the wait queue, then admitted
 * - `drop`: the connection is reset 4 s after the metadata
 * - `stall`: nothing but the metadata is sent, not even pings
 * - `flood`: far more sound than anybody can play, as fast as the socket takes it
 * - `late_metadata`: the metadata comes after 12 s
 * - `stale_audio`: two frames of the interrupted answer arrive after its interruption
 */
export type VoiceFault = 'refuse' | 'queue' | 'drop' | 'stall' | 'flood' | 'late_metadata' | 'stale_audio' | 'busy'

export const queueWaitMs = 3000
export const dropAfterMs = 4000
export const lateMetadataMs = 12_000
export const floodFrames = 1500
export const floodFramesPerTick = 100
export const staleFrames = 2

/** 200 ms of a 1 kHz tone at 16 kHz: unlike silence, nobody plays it unnoticed. */
export const faultTone = new Uint8Array(
  Int16Array.from({ length: 3200 }, (_, index) => 8000 * Math.sin((2 * Math.PI * 1000 * index) / 16_000)).buffer,
)
