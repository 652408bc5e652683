import type { Read, Tx } from '../database/sql.ts'
import type { Picture } from './picture.ts'
import { makeSecret } from './secrets.ts'

const folder = '/images/'

/** Stores a picture under a random name; answers its address on this site. */
export async function storeImage(tx: Tx, { type, bytes }: Picture, at: Date): Promise<string> {
  const id = makeSecret()
  await tx`insert into image (id, type, bytes, created_at) values (${id}, ${type}, ${bytes}, ${at})`
  return folder + id
}

export async function findImage(read: Read, id: string): Promise<Picture | null> {
  const [row] = await read<Picture>`select type, bytes from image where id = ${id}`
  return row ?? null
}

/** The picture of an address; null for addresses of other places. */
export async function findImageAt(read: Read, url: string | null): Promise<Picture | null> {
  return url?.startsWith(folder) ? findImage(read, url.slice(folder.length)) : null
}

/** Removes the picture of an address; addresses of other places are left alone. */
export async function removeImage(tx: Tx, url: string | null): Promise<void> {
  if (url?.startsWith(folder)) await tx`delete from image where id = ${url.slice(folder.length)}`
}
