import { appInitial, type BrandedApp } from '#contract/organizations/app/branded-app.ts'
import { inkOn } from '#contract/organizations/app/brand-colors.ts'
import { classes } from '#web/kit/classes.ts'

interface Props {
  app: Pick<BrandedApp, 'appName' | 'slug' | 'logoUrl' | 'primaryColor'>
  /** Of its side, its corners and its letter. */
  className?: string
}

/** The logo of an app on a white tile, else its initial on the brand colour. Says nothing: the name stands beside it. */
export function AppIcon({ app, className = 'size-16 rounded-card text-3xl' }: Props) {
  const { appName, slug, logoUrl, primaryColor } = app
  const look = classes('flex shrink-0 items-center justify-center overflow-hidden shadow-raised', className)
  if (logoUrl) {
    return (
      <span className={classes(look, 'bg-logo-ground')}>
        <img
          src={logoUrl}
          alt=""
          width={128}
          height={128}
          referrerPolicy="no-referrer"
          // Its own size, as a padding in per cent would be one of what stands around the tile.
          className="size-4/5 object-contain"
        />
      </span>
    )
  }
  return (
    <span
      aria-hidden
      className={classes(look, 'font-semibold')}
      style={{ backgroundColor: primaryColor, color: inkOn(primaryColor).ink }}
    >
      {appInitial(appName, slug)}
    </span>
  )
}
