import { appInitial, type BrandedApp } from '#contract/organizations/app/branded-app.ts'
import { inkOn } from '#contract/organizations/app/brand-colors.ts'
import { classes } from '#web/kit/classes.ts'

interface Props {
  app: Pick<BrandedApp, 'appName' | 'slug' | 'logoUrl' | 'primaryColor'>
  /** Sets the size, the corners and the size of the initial. */
  className?: string
}

/**
 * The logo of an app, as large as its white tile, or its initial on the brand color. It is decorative: the name is next to it.
 */
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
          className="size-full object-contain"
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
