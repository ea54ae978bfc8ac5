import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Ajv } from 'ajv'
import { validate } from 'dockerfile-utils'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { assertProductionReady } from './settings/productionChecks.ts'
import { SECRETS } from './settings/secretFiles.ts'
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
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

interface Service {
  readonly image?: string
  readonly build?: { readonly dockerfile: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly healthcheck?: object
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file?: string }>>
}

const alerts = async (): Promise<readonly Alert[]> =>
  (
    parse(await textOf('prometheus/alerts.yaml')) as { groups: { rules: readonly Alert[] }[] }
  ).groups.flatMap(({ rules }) => rules)

const COMPOSE_FILES = ['compose.yaml', 'compose.wallet.yaml']
const DOCKERFILES = ['Dockerfile', '../../signer/deploy/Dockerfile']
const composeOf = async (file: string) => parse(await textOf(file)) as Compose
const services = async () => (await composeOf('compose.yaml')).services
/** Every service of every file, with the name of its file. */
const allServices = async () =>
  (await Promise.all(COMPOSE_FILES.map(composeOf))).flatMap((compose) =>
    Object.entries(compose.services).map(([name, service]) => ({ name, service, compose })),
  )

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
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/guides/alerts.md#${alert.toLowerCase()}`)
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

describe('the compose files', () => {
  it.each(COMPOSE_FILES)('are as the Compose Specification has it: %s', async (file) => {
    const schema = await readFile(
      path.join(import.meta.dirname, 'testing/compose-spec.json'),
      'utf8',
    )
    const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(
      JSON.parse(schema) as object,
    )
    expect(isCompose(parse('services: {a: {image: x, helthcheck: {}}}'))).toBe(false)
    isCompose(await composeOf(file))
    expect(isCompose.errors).toBeNull()
  })

  it('start a gateway that passes the production checklist', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'secrets-'))
    const secrets = {
      database_url: 'postgres://exchange:secret@postgres:5432/exchange',
      smtp_url: 'smtps://user:password@mail.example.com',
      metrics_token: 'a long random text',
    }
    for (const [name, text] of Object.entries(secrets))
      await writeFile(path.join(folder, name), `${text}\n`)
    const { environment = {} } = (await services())['gateway'] ?? {}
    const filled = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        String(value)
          .replace('/run/secrets', folder)
          .replace('${MAIL_FROM:?}', 'no-reply@example.com')
          .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
          .replace(/\$\{\w+:\?\}/g, 'example.com'),
      ]),
    )
    const settings = readSettings({ GATEWAY_MODE: 'production', ...filled })
    await rm(folder, { recursive: true })
    expect(() => assertProductionReady({ ...settings, userId: 1000 })).not.toThrow()
    expect(settings).toMatchObject({
      publicOrigin: 'https://example.com',
      acceptedRisks: [],
      databaseUrl: secrets.database_url,
      metricsToken: secrets.metrics_token,
      traceExport: undefined,
    })
  })

  it('set only variables that the guide of the gateway names', async () => {
    const readme = await readFile(path.join(DEPLOY, '../README.md'), 'utf8')
    const named = (await allServices()).flatMap(({ name, service }) =>
      name === 'gateway' ? Object.keys(service.environment ?? {}) : [],
    )
    expect(named.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
  })

  it('pass every secret as a file that is in no image', async () => {
    const inClear = new Set<string>([...SECRETS, 'POSTGRES_PASSWORD'])
    // Redis has no password: nothing from outside reaches its network.
    inClear.delete('REDIS_URL')
    const found = await allServices()
    expect(found.flatMap(({ service }) => service.secrets ?? []).length).toBeGreaterThan(6)
    for (const { service, compose } of found) {
      for (const secret of service.secrets ?? [])
        expect(compose.secrets[secret]).toEqual({ file: `secrets/${secret}` })
      const open = Object.keys(service.environment ?? {}).filter((name) => inClear.has(name))
      expect(open).toEqual([])
    }
    for (const file of DOCKERFILES)
      expect((await textOf(`${file}.dockerignore`)).split('\n')).toEqual(
        expect.arrayContaining(['**/.env', '**/deploy/secrets', '.data']),
      )
  })

  it('run our own images read-only, with no right beside', async () => {
    const own = (await allServices()).filter(({ service }) => service.build !== undefined)
    expect(own.map(({ name }) => name)).toEqual(['gateway', 'signer'])
    for (const { service } of own)
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    expect(own[1]?.service).toMatchObject({ network_mode: 'none' })
  })

  it('pin every image, and see whether each service is alive', async () => {
    const bases = (await Promise.all(DOCKERFILES.map(textOf))).flatMap((text) =>
      [...text.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name ?? ''),
    )
    const found = await allServices()
    for (const image of [...found.flatMap(({ service }) => service.image ?? []), ...bases])
      expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-[\w-]+)?$/)
    const unseen = found.filter(({ service }) => service.image && !service.healthcheck)
    expect(unseen.map(({ name }) => name)).toEqual(['proxy'])
  })
})

describe('the images', () => {
  it.each(DOCKERFILES)('have no fault that a linter finds: %s', async (file) => {
    expect(validate('FROM node\nRUNN x').map(({ message }) => message)).toEqual([
      'Unknown instruction: RUNN',
    ])
    expect(validate(await textOf(file))).toEqual([])
  })

  it.each(DOCKERFILES)('run as nobody of the system and see if they live: %s', async (file) => {
    const last = (await textOf(file)).split(/^FROM /m).at(-1) ?? ''
    expect(last).toMatch(/^USER (?:node|[1-9]\d+:[1-9]\d+)$/m)
    expect(last.slice(last.lastIndexOf('USER '))).not.toMatch(/^(?:RUN|COPY|ADD) /m)
    expect(last).toMatch(/^HEALTHCHECK /m)
  })

  it('ask the gateway at /health and the signer at its socket', async () => {
    const [gatewayImage = '', signerImage = ''] = await Promise.all(DOCKERFILES.map(textOf))
    expect(checkOf(gatewayImage)).toContain('http://127.0.0.1:8080/health')
    const folder = await mkdtemp(path.join(tmpdir(), 'socket-'))
    const socket = path.join(folder, 'signer.sock')
    const isAlive = () =>
      new Promise<boolean>((resolve) => {
        const check = spawn(process.execPath, ['-e', checkOf(signerImage)], {
          env: { SIGNER_SOCKET: socket },
          stdio: 'ignore',
        })
        check.once('exit', (code) => resolve(code === 0))
      })
    expect(await isAlive()).toBe(false)
    const server = createServer().listen(socket)
    await once(server, 'listening')
    expect(await isAlive()).toBe(true)
    server.close()
    await rm(folder, { recursive: true })
  })
})

/** The program of a health check `CMD ["node", "-e", …]`. */
function checkOf(dockerfile: string): string {
  const [, command = '[]'] = /^HEALTHCHECK [^[]*CMD (\[.*\])$/m.exec(dockerfile) ?? []
  return (JSON.parse(command) as readonly string[])[2] ?? ''
}
