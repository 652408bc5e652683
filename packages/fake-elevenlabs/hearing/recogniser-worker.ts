/**
 * Reads words from sound, off the main thread, because a sentence takes some hundred milliseconds of pure computing.
 * Takes `HearingOrder`s and answers each with a `HearingResult`, in order. Two passes decide: one over the grammar, and
 * one over any sequence of speech sounds. Speech that fits the grammar far worse than plain sounds was something else.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { grammarOf, toSentence, type SpokenGrammar } from './grammar.ts'

/** One turn at 16 kHz, and what its agent can talk about. */
export interface HearingOrder {
  id: number
  samples: Int16Array
  topics: string[]
}

/** `words` is null when nothing was understood; `error` says why the recognizer failed. */
export interface HearingResult {
  id: number
  words: string | null
  error?: string
}

/** The part of the recognizer's package that is used; `_` are the functions of its WebAssembly program. */
interface Decoder {
  readonly cdecoder: number
  initialize(): Promise<void>
  lookup_word(word: string): string | null
  add_words(...words: [word: string, sounds: string][]): void
  set_grammar(text: string): void
  start(): void
  process_audio(samples: Float32Array, noSearch: boolean, isWhole: boolean): number
  stop(): void
  get_text(): string
}
interface RecogniserProgram {
  Decoder: new (config: Record<string, unknown>) => Decoder
  readonly HEAP32: Int32Array
  _malloc(bytes: number): number
  _free(at: number): void
  _decoder_hyp(decoder: number, scoreAt: number): number
}

const sampleRateHz = 16_000
const frameSamples = 160
/**
 * Words fit worse than free sounds: sentences of the grammar by 8 to 19 per frame (logarithm), others by 22 and more.
 */
const worstFitPerFrame = -21
/** People make ten or more speech sounds per second; noise is heard as a few long ones. */
const fewestSoundsPerSecond = 3
/** Digital silence is unlike anything that the models have heard. */
const ditherLevel = 2e-4

const speechSounds =
  'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'.split(' ')

interface Loaded {
  program: RecogniserProgram
  words: Decoder
  sounds: Decoder
}

let loading: Promise<Loaded> | undefined
let topicsOfGrammar = ''
let grammar: SpokenGrammar | undefined

async function load(): Promise<Loaded> {
  const file = createRequire(import.meta.url).resolve('soundswallower')
  const { default: createProgram } = (await import(pathToFileURL(file).href)) as {
    default: () => Promise<RecogniserProgram>
  }
  const program = await createProgram()
  const model = join(dirname(file), 'model', 'en-us')
  const common = { hmm: model, samprate: sampleRateHz, loglevel: 'FATAL' }
  const words = new program.Decoder({ ...common, dict: join(model, 'dict.txt'), lw: 10, wip: 0.05, pip: 0.5 })
  await words.initialize()
  // Without a dictionary of its own, because its words are the sounds themselves.
  const sounds = new program.Decoder({ ...common, dict: join(model, 'none.txt') })
  await sounds.initialize()
  sounds.add_words(...speechSounds.map((sound): [string, string] => [`${sound}_`, sound]))
  sounds.set_grammar(
    `#JSGF V1.0;\ngrammar sounds;\npublic <any> = (${speechSounds.map((sound) => `${sound}_`).join(' | ')})+;\n`,
  )
  return { program, words, sounds }
}

async function recognise({ samples, topics }: HearingOrder): Promise<string | null> {
  const { program, sounds, words } = await (loading ??= load())
  const key = topics.join('\n')
  if (!grammar || topicsOfGrammar !== key) {
    grammar = grammarOf(topics, (word) => words.lookup_word(word) !== null)
    topicsOfGrammar = key
    words.set_grammar(grammar.text)
  }
  const sound = withDither(samples)
  const free = decode(program, sounds, sound)
  if (free.text.split(' ').length < (fewestSoundsPerSecond * sound.length) / sampleRateHz) return null
  const heard = decode(program, words, sound)
  const fitPerFrame = ((heard.score - free.score) * frameSamples) / sound.length
  const spoken = ` ${heard.text} `
  const meansSomething = grammar.meaningful.some((piece) => spoken.includes(` ${piece} `))
  return meansSomething && fitPerFrame >= worstFitPerFrame ? toSentence(heard.text) : null
}

/**
 * Returns the sound at full scale 1 over faint noise, which is always the same, so that a turn is always understood
 * alike.
 */
function withDither(samples: Int16Array): Float32Array {
  let seed = 1
  return Float32Array.from(samples, (sample) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return sample / 32_768 + (seed / 1_073_741_824 - 1) * ditherLevel
  })
}

/** Returns the likeliest words and how well they fit, as a logarithm; no words and `-Infinity` for none. */
function decode(program: RecogniserProgram, decoder: Decoder, sound: Float32Array): { text: string; score: number } {
  decoder.start()
  decoder.process_audio(sound, false, true)
  decoder.stop()
  const scoreAt = program._malloc(4)
  const found = program._decoder_hyp(decoder.cdecoder, scoreAt)
  const score = program.HEAP32[scoreAt / 4] ?? -Infinity
  program._free(scoreAt)
  return found === 0 ? { text: '', score: -Infinity } : { text: decoder.get_text(), score }
}

parentPort?.on('message', (order: HearingOrder) => {
  recognise(order).then(
    (words) => parentPort?.postMessage({ id: order.id, words } satisfies HearingResult),
    (error: unknown) =>
      parentPort?.postMessage({ id: order.id, words: null, error: String(error) } satisfies HearingResult),
  )
})
