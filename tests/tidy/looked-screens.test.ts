import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { screens } from '../looks/screens.ts'

const router = fs.readFileSync(path.join(import.meta.dirname, '../../web/app/routes.tsx'), 'utf8')
const [, list = ''] = /const screens[^=]*= \[\n(.*?)\n\]/s.exec(router) ?? []
const routes = [...list.matchAll(/'(\/[^']*)'/g)].map(([, route = '']) => route)

it('tests look at every screen of the router', () => {
  expect(routes.length).toBeGreaterThan(20)
  expect(Object.values(screens).flat().toSorted()).toEqual([...routes, '*'].toSorted())
})
