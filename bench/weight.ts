import { limits } from '../scripts/bundling/chunks.ts'
import { type ScreenWeight, weighScreens } from '../scripts/bundling/weights.ts'
import { plain, type Row } from './report.ts'

/** Prints what each screen makes people load, and returns the heaviest of each kind with their goals. */
export function benchWeight(): Row[] {
  const screens = weighScreens()
  console.log(`\n${'Screen'.padEnd(36)} first: kB, files   after the marketplace: kB, files`)
  for (const { path, first, further } of screens) {
    const figures = [first, further].map(({ bytes, files }) => `${(bytes / 1000).toFixed(1).padStart(9)} ${files}`)
    console.log(`${path.padEnd(36)} ${figures.join('        ')}`)
  }
  return (['first', 'further'] as const).flatMap((kind) => {
    const { bytes, files } = limits[kind]
    const most = (read: (screen: ScreenWeight) => number) => Math.max(...screens.map(read))
    const beyond = screens.filter((screen) => screen[kind].bytes > bytes || screen[kind].files > files)
    return [
      plain(`heaviest ${kind} screen`, most((screen) => screen[kind].bytes) / 1000, ' kB', `<= ${bytes / 1000} kB`),
      plain(
        `most files of a ${kind} screen`,
        most((screen) => screen[kind].files),
        '',
        `<= ${files}`,
      ),
      plain(`${kind} screens beyond either, of ${screens.length}`, beyond.length, '', '0'),
    ]
  })
}
