/** Returns whether a path is of an organization's own app, which has its own header and footer. */
export function hasOwnFrame(path: string): boolean {
  return /^\/o\/[^/]+(\/agents)?\/?$/.test(path)
}
