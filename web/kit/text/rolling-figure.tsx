import { classes } from '../classes.ts'

/** The place of each digit in its column. */
const places = [
  'translate-y-0',
  '-translate-y-[10%]',
  '-translate-y-[20%]',
  '-translate-y-[30%]',
  '-translate-y-[40%]',
  '-translate-y-[50%]',
  '-translate-y-[60%]',
  '-translate-y-[70%]',
  '-translate-y-[80%]',
  '-translate-y-[90%]',
]
const digits = Object.keys(places).join('\n')

/** A figure whose digits roll to a new value, like those of a meter; they jump where motion is reduced. */
export function RollingFigure({ text }: { text: string }) {
  return (
    <>
      <span className="sr-only">{text}</span>
      <span aria-hidden className="inline-flex tabular">
        {Array.from(text, (sign, place) => {
          const digit = places[Number(sign)]
          // Counted from the end, so that each digit keeps its column when the figure gets longer.
          const key = `${text.length - place}${digit ? '' : sign}`
          return digit ? <Digit key={key} place={digit} /> : <span key={key}>{sign}</span>
        })}
      </span>
    </>
  )
}

/** All ten digits as generated content: only the whole figure is text. */
function Digit({ place }: { place: string }) {
  return (
    <span className="h-[1lh] overflow-hidden">
      <span
        data-digits={digits}
        className={classes(
          'block whitespace-pre transition-transform duration-[400ms] before:content-[attr(data-digits)]',
          place,
        )}
      />
    </span>
  )
}
