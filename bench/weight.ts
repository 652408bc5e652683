import { limitsOf } from '../scripts/bundling/chunks.ts'
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
  const ofPanel = screens.filter(({ path }) => path.startsWith('/admin'))
  const others = screens.filter((screen) => !ofPanel.includes(screen))
  return [
    ...rowsOf('first screen', others, 'first'),
    ...rowsOf('first screen of the panel', ofPanel, 'first'),
    ...rowsOf('further screen', screens, 'further'),
  ]
}

/** Returns the heaviest of some screens, which have one goal. */
function rowsOf(name: string, screens: ScreenWeight[], kind: 'first' | 'further'): Row[] {
  const { bytes, files } = limitsOf(screens[0]?.path ?? '')[kind]
  const most = (read: (screen: ScreenWeight) => number) => Math.max(...screens.map(read))
  const beyond = screens.filter((screen) => screen[kind].bytes > bytes || screen[kind].files > files)
  return [
    plain(`heaviest ${name}`, most((screen) => screen[kind].bytes) / 1000, ' kB', `<= ${bytes / 1000} kB`),
    plain(
      `most files of a ${name}`,
      most((screen) => screen[kind].files),
      '',
      `<= ${files}`,
    ),
    plain(`${name}: beyond either, of ${screens.length}`, beyond.length, '', '0'),
  ]
}
