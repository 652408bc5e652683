import fs from 'node:fs'
import path from 'node:path'
import { expect, it, sharedWorld } from '#tests/calls.ts'

/** The alerts, their runbook and the dashboard speak of figures that /metrics really has. */

const folder = path.join(import.meta.dirname, '../../../operations')
const rules = readAlerts(fs.readFileSync(path.join(folder, 'alerts.yml'), 'utf8'))
const headings = [...fs.readFileSync(path.join(folder, 'RUNBOOK.md'), 'utf8').matchAll(/^## (\w+)$/gm)].map(
  ([, name = '']) => name,
)
const dashboard = JSON.parse(fs.readFileSync(path.join(folder, 'grafana-dashboard.json'), 'utf8')) as {
  panels: { title: string; type: string; targets?: { expr: string }[]; fieldConfig?: { defaults: { unit: string } } }[]
}

const world = await sharedWorld()
const shown: string = (await world.visitor().request<string>('GET', '/metrics')).body
const figures: Set<string> = namesIn(shown)

interface Alert {
  name: string
  expr: string
  for: string
  severity: string
  summary: string
  runbook: string
}

/** Reads the rules, each of which has the same lines in the same order. */
function readAlerts(text: string): Alert[] {
  const pattern =
    /- alert: (?<name>\w+)\n +expr: '(?<expr>.+)'\n +for: (?<for>\S+)\n +labels: \{ severity: (?<severity>\w+) \}\n +annotations:\n +summary: (?:'(?<one>.+)'|"(?<other>.+)")\n +runbook: '(?<runbook>.+)'/g
  return [...text.matchAll(pattern)].map(({ groups: { one, other, ...rule } = {} }) => {
    return { ...rule, summary: one ?? other ?? '' } as Alert
  })
}

/** Returns what Prometheus would store of an answer of /metrics. */
function namesIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    ),
  )
}

const words =
  /^(sum|max|min|avg|count|rate|increase|max_over_time|changes|histogram_quantile|time|vector|topk|label_replace|by|and|or|unless)$/

/** Returns the figures in an expression: what is no label, text, number, time or word of PromQL. */
function figuresIn(expr: string): string[] {
  const bare = expr.replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '')
  const names = [...bare.matchAll(/[a-z_][a-z0-9_]*/gi)].map(([name]) => name)
  return names.filter((name) => !words.test(name) && name !== 'e9')
}

/** Made by Prometheus itself for every target. */
const madeByPrometheus = new Set(['up'])
const unknownIn = (expr: string) => figuresIn(expr).filter((name) => !figures.has(name) && !madeByPrometheus.has(name))

it('each alert has a threshold, a time, a severity and plain words', () => {
  const written = fs.readFileSync(path.join(folder, 'alerts.yml'), 'utf8').match(/^ +- alert:/gm)
  expect(rules).toHaveLength(written?.length ?? 0)
  expect(rules.length).toBeGreaterThan(20)
  for (const rule of rules) {
    expect(rule.expr).toMatch(/[<>]|==/)
    expect(rule.for).toMatch(/^\d+[mh]$/)
    expect(rule.severity).toMatch(/^(critical|warning|info)$/)
    expect(rule.summary).toMatch(/^[A-Z].*[.}]$/)
  }
})

it('alerts use figures that /metrics shows', () => {
  expect(rules.flatMap(({ name, expr }) => unknownIn(expr).map((unknown) => `${name}: ${unknown}`))).toEqual([])
  expect(rules.filter(({ expr }) => figuresIn(expr).length === 0)).toEqual([])
  expect(unknownIn('sum(rate(luna_nothing_total{a="b"}[5m])) by (c) > 0')).toEqual(['luna_nothing_total'])
})

it('alerts compare labels with values that exist', () => {
  // A label of a value that never comes would keep an alert silent forever.
  const known = ['payments', 'mail', 'audit the books', 'reconcile payments', 'payment_intent.payment_failed']
  known.push('failed', 'started', 'fault', 'stripe-event', 'reset-link', 'auto-purchase', 'data-export', 'luna')
  known.push('charge.dispute.created', 'payment_intent.succeeded', '5..')
  const used = rules.flatMap(({ expr }) =>
    [...expr.matchAll(/[=~]"([^"]*)"/g)].flatMap(([, value = '']) => value.split('|')),
  )
  expect([...new Set(used)].filter((value) => !known.includes(value))).toEqual([])
  const others = ['luna', '5..', 'payments', 'mail']
  const missing = known.filter((value) => !others.includes(value) && !shown.includes(`"${value}"`))
  expect(missing).toEqual([])
})

it('each alert has its chapter of the runbook with four parts', () => {
  expect(headings.toSorted()).toEqual(rules.map(({ name }) => name).toSorted())
  const addresses = rules.map(({ name }) => `operations/RUNBOOK.md#${name.toLowerCase()}`)
  expect(rules.map(({ runbook }) => runbook)).toEqual(addresses)
  const chapters = fs.readFileSync(path.join(folder, 'RUNBOOK.md'), 'utf8').split(/^## /m).slice(1)
  for (const part of ['For people', 'See', 'Do', 'Stop when']) {
    const without = chapters.filter((chapter) => !chapter.includes(`- **${part}**`))
    expect([part, ...without.map((chapter) => chapter.split('\n')[0])]).toEqual([part])
  }
})

it('the dashboard shows figures of /metrics, each with a title and a unit', () => {
  const panels = dashboard.panels.filter(({ type }) => type !== 'row')
  expect(panels.length).toBeGreaterThan(20)
  const unknown = panels.flatMap(({ title, targets = [] }) =>
    targets.flatMap(({ expr }) => unknownIn(expr).map((name) => `${title}: ${name}`)),
  )
  expect(unknown).toEqual([])
  const hasAll = (panel: (typeof panels)[number]) =>
    panel.title && panel.fieldConfig?.defaults.unit && panel.targets?.length
  expect(panels.filter((panel) => !hasAll(panel))).toEqual([])
})
