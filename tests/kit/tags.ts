export const tags = (ids: string) => ({ tags: ids.split(' ') })
