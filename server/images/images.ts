import { first, hasRows, type Read, type Tx } from '../database/sql.ts'
import type { Picture } from './picture.ts'
import { makeSecret } from '../kernel/secrets.ts'

const folder = '/images/'
/** How long an upload may wait until a form that shows it is saved. */
const unusedKeptMs = 24 * 60 * 60_000

/** Stores a picture under a random name. Returns its address on this site. */
export async function storeImage(tx: Tx, { type, bytes }: Picture, at: Date): Promise<string> {
  const id = makeSecret()
  await tx`insert into image (id, type, bytes, created_at) values (${id}, ${type}, ${bytes}, ${at})`
  return folder + id
}

export function findImage(read: Read, id: string): Promise<Picture | null> {
  return first(read<Picture>`select type, bytes from image where id = ${id}`)
}

/** Returns the picture of an address; null for addresses elsewhere. */
export async function findImageAt(read: Read, url: string | null): Promise<Picture | null> {
  return url?.startsWith(folder) ? findImage(read, url.slice(folder.length)) : null
}

/** Removes the picture of an address; addresses elsewhere are left alone. */
export async function removeImage(tx: Tx, url: string | null): Promise<void> {
  if (url?.startsWith(folder)) await tx`delete from image where id = ${url.slice(folder.length)}`
}

/** Returns whether the picture of an address is shown anywhere. */
export function isImageReferenced(read: Read, url: string): Promise<boolean> {
  return hasRows(read`select from shown_image where url = ${url} limit 1`)
}

/** Deletes uploads older than a day that nothing shows, from forms that were not saved or things that were deleted. */
export async function deleteUnusedImages(tx: Tx, at: Date): Promise<void> {
  await tx`
    delete from image where created_at < ${new Date(at.getTime() - unusedKeptMs)}
      and not exists (select from shown_image where substring(url from '/images/[\\w-]+$') = ${folder} || image.id)`
}
