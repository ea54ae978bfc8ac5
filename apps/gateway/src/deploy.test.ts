import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { assertProductionReady } from './settings/productionChecks.ts'
import { readSettings } from './settings/settings.ts'
import { createTestGateway, type TestGateway } from './testing/createTestGateway.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../deploy')
const GUIDE = path.resolve(import.meta.dirname, '../../../docs/guides/alerts.md')
const textOf = (file: string) => readFile(path.join(DEPLOY, file), 'utf8')
const namesIn = (text: string) => new Set(text.match(/\b(?:gateway|nodejs|process)_[a-z0-9_]+/g))

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
}

interface Service {
  readonly image?: string
  readonly environment?: Readonly<Record<string, string>>
}

const alerts = async (): Promise<readonly Alert[]> =>
  (
    parse(await textOf('prometheus/alerts.yaml')) as { groups: { rules: readonly Alert[] }[] }
  ).groups.flatMap(({ rules }) => rules)

const services = async (): Promise<Readonly<Record<string, Service>>> =>
  (parse(await textOf('compose.yaml')) as { services: Record<string, Service> }).services

const hasPromtool = (() => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

let gateway: TestGateway | undefined
afterAll(() => gateway?.stop())

describe('alerts and dashboards', () => {
  it('read only metrics that the gateway has', async () => {
    gateway = await createTestGateway()
    const { body } = await gateway.app.inject({
      url: '/metrics',
      headers: { host: 'localhost' },
      remoteAddress: '127.0.0.1',
    })
    const known = new Set([...body.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name))
    const read = [
      ...namesIn((await alerts()).map(({ expr }) => expr).join(' ')),
      ...namesIn(await textOf('grafana/gateway.json')),
    ].map((name) => name.replace(/_bucket$/, ''))
    expect(read.length).toBeGreaterThan(20)
    expect(read.filter((name) => !known.has(name))).toEqual([])
    const shown = new Set(read)
    expect([...known].filter((name) => !shown.has(String(name)))).toEqual([])
  })

  it('have a run-book each, and no run-book without an alert', async () => {
    const rules = await alerts()
    const sections = (await readFile(GUIDE, 'utf8')).split('\n## ').slice(1)
    expect(sections.map((text) => text.split('\n')[0])).toEqual(
      expect.arrayContaining(rules.map(({ alert }) => alert)),
    )
    expect(sections.length).toBe(rules.length)
    expect(sections.filter((text) => text.trim().split('\n').length < 3)).toEqual([])
    expect(rules.filter(({ labels }) => !['page', 'ticket'].includes(labels.severity))).toEqual([])
  })

  it.skipIf(!hasPromtool)('are rules that Prometheus takes', () => {
    const check = (...args: string[]) =>
      execFileSync('promtool', ['check', ...args], { cwd: DEPLOY, encoding: 'utf8' })
    expect(check('rules', 'prometheus/alerts.yaml')).toContain('SUCCESS')
    expect(check('config', '--syntax-only', 'prometheus/prometheus.yaml')).toContain('SUCCESS')
  })
})

describe('the compose file', () => {
  it('starts a gateway that passes the production checklist', async () => {
    const { environment = {} } = (await services())['gateway'] ?? {}
    const filled = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value
          .replace('${SMTP_URL:?}', 'smtps://user:password@mail.example.com')
          .replace('${MAIL_FROM:?}', 'no-reply@example.com')
          .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
          .replace(/\$\{\w+:\?\}/g, 'example.com'),
      ]),
    )
    const settings = readSettings({ GATEWAY_MODE: 'production', ...filled })
    expect(() => assertProductionReady({ ...settings, userId: 1000 })).not.toThrow()
    expect(settings).toMatchObject({ publicOrigin: 'https://example.com', acceptedRisks: [] })
  })

  it('sets only variables that the guide of the gateway names', async () => {
    const readme = await readFile(path.join(DEPLOY, '../README.md'), 'utf8')
    const named = Object.keys((await services())['gateway']?.environment ?? {})
    expect(named.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
  })

  it('pins every image, and runs the gateway as nobody of the system', async () => {
    const images = Object.values(await services()).flatMap(({ image }) => image ?? [])
    const dockerfile = await textOf('Dockerfile')
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name ?? '')
    for (const image of [...images, ...bases])
      expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-[\w-]+)?$/)
    expect(dockerfile.lastIndexOf('USER node')).toBeGreaterThan(dockerfile.lastIndexOf('FROM'))
  })
})
