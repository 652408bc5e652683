/**
 * The number of this release. `npm run release` raises it. An older release leaves the functions and views of a newer
 * one in the database as they are (docs/decisions/0050).
 */
export const release = 1
