/** Figures of the voice engine in one place; the seeds' own are named by their row or decision. */

/** What the provider hears: 16 kHz mono, signed 16-bit (S297). */
export const captureRateHz = 16_000

/** The usual device; any other rate is resampled as well (S297, D84). */
export const usualDeviceRateHz = 48_000

/** Samples of one window at 48 kHz, also one frame on the wire and eight worklet quanta (S297). */
export const windowSamples = 1024

/** 21.33 ms. */
export const windowMs = (windowSamples / usualDeviceRateHz) * 1000

/** A window at or above this amplitude is speech (S298). */
export const speechThreshold = 0.003

/** One loud window is a click, two are a voice. */
export const speechStartWindows = 2

/** Silent windows in a row that end a turn, about 171 ms (S299). */
export const turnEndWindows = 8

/** The longest pause a person may ask for before a turn counts as ended (D83). */
export const maxPatienceMs = 1500

/** The agent's response is requested this long after the turn ended (S299). */
export const responseRequestDelayMs = 50

/** Playback rate until the provider's metadata names another (S300, D84). */
export const defaultPlaybackRateHz = 16_000

/** Pause between two different agent responses; sound of one response has none (S300, D81). */
export const responsePauseMs = 200

/** Sound collected before playback starts; grows with each underrun up to the maximum. */
export const minPrerollMs = 40
export const maxPrerollMs = 80
export const prerollStepMs = 10

/** Ramp at every start and end of sound, also on interruption: short enough for silence within 15 ms (D85). */
export const fadeMs = 5

/** The initiation goes out when socket and microphone are ready, at the latest this long after opening (D82). */
export const initiationDeadlineMs = 500

/** From start to the provider's metadata, waiting in the queue excepted (D82). */
export const connectDeadlineMs = 10_000

/** How long a lost socket is quietly replaced before 'Connection Lost' (D76). */
export const reconnectDeadlineMs = 10_000
export const reconnectRetryMs = 1000

/** A provider that closes this soon after its metadata refused the call (D88). */
export const earlyCloseMs = 2000

/** The gateway ticks every 5 s, so a socket silent for this long is dead (D73). */
export const silentSocketMs = 15_000

/** Unsent bytes above which silence is no longer added, about 1.5 s of sound. */
export const busyBufferBytes = 64 * 1024

/** A queue this young may be the page's own: after a halt it sends all that it missed in one go. */
export const busyPatienceMs = 500

/** Unsent bytes above which the socket counts as stalled and is replaced: some 3 s, which would all come at once. */
export const stalledBufferBytes = 128 * 1024

/** Frames of sound in a second, of which 47 are usual; the gateway closes at more than 200 of any kind (D79). */
export const maxFramesPerSecond = 150

/** 'Thinking' falls back to 'listening' when no answer came for this long. */
export const thinkingLimitMs = 8000

/** Lines kept in memory; the oldest go first. */
export const maxTranscriptLines = 500

/** Dollars per minute in the end call, bookkeeping that the server only logs (S295, D31, D77). */
export const costPerMinute = 0.085
