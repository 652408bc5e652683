/** The constants of the voice engine; those from the seeds name their row or decision. */

/** What the provider hears: 16 kHz mono, signed 16-bit (S297). */
export const captureRateHz = 16_000

/** The usual device; any other rate is resampled as well (S297, D84). */
export const usualDeviceRateHz = 48_000

/** Samples of one window at 48 kHz, which is also one frame on the wire and eight worklet quanta (S297). */
export const windowSamples = 1024

/** 21.33 ms. */
export const windowMs = (windowSamples / usualDeviceRateHz) * 1000

/** A window at or above this amplitude is speech (S298). */
export const speechThreshold = 0.003

/** Below the smallest step of 16-bit sound: a working microphone always picks up more (D203). */
export const digitalSilence = 1 / 65_536

/** Digital silence for this long means that the microphone is muted, or a wrong one (D203). */
export const digitalSilenceMs = 5000

/** One loud window is a click, two are a voice. */
export const speechStartWindows = 2

/** Silent windows in a row that end a turn, about 171 ms (S299). */
export const turnEndWindows = 8

/** The longest pause that a user can set before a turn counts as ended (D83). */
export const maxPatienceMs = 1500

/** How long after a turn the agent's response is requested (S299). */
export const responseRequestDelayMs = 50

/** Playback rate until the provider's metadata names another (S300, D84). */
export const defaultPlaybackRateHz = 16_000

/** Pause between two agent responses; there is none within a response (S300, D81). */
export const responsePauseMs = 200

/** Sound collected before playback starts; grows with each underrun up to the maximum. */
export const minPrerollMs = 40
export const maxPrerollMs = 80
export const prerollStepMs = 10

/** Ramp at every start and end of sound, also on interruption: short enough for silence within 15 ms (D85). */
export const fadeMs = 5

/** The initiation is sent when socket and microphone are ready, at most this long after opening (D82). */
export const initiationDeadlineMs = 500

/** From start to the provider's metadata, without the wait in the queue (D82). */
export const connectDeadlineMs = 10_000

/** How long a lost socket is quietly replaced before 'Connection Lost' (D76). */
export const reconnectDeadlineMs = 10_000
export const reconnectRetryMs = 1000

/** A provider that closes within this time of its metadata has refused the call (D88). */
export const earlyCloseMs = 2000

/** The gateway ticks every 5 s, so a socket silent for this long is dead (D73). */
export const silentSocketMs = 15_000

/** Unsent bytes above which silence is no longer sent, about 1.5 s of sound. */
export const busyBufferBytes = 64 * 1024

/** A queue younger than this may be the page's own doing: after a halt it sends all that it missed at once. */
export const busyPatienceMs = 500

/**
 * Unsent bytes above which the socket counts as stalled and is replaced: about 3 s of sound, which would all arrive at
 * once.
 */
export const stalledBufferBytes = 128 * 1024

/** Most sound frames sent in a second; 47 are usual, and the gateway closes at more than 200 of any kind (D79). */
export const maxFramesPerSecond = 150

/** 'Thinking' falls back to 'listening' after this long without an answer. */
export const thinkingLimitMs = 8000

/** Lines kept in memory; the oldest are dropped first. */
export const maxTranscriptLines = 500

/** Dollars per minute in the end call, bookkeeping that the server only logs (S295, D31, D77). */
export const costPerMinute = 0.085
