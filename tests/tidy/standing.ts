/** What stands against the laws from before them. The lists only get shorter: what was turned leaves them. */

export const standingArrows: string[] = []

/** The first file of each circle. */
export const standingCircles: string[] = []

/** Folders with more than 25 files. */
export const standingFolders: string[] = []
