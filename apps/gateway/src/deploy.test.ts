import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Ajv } from 'ajv'
import { validate } from 'dockerfile-utils'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { browserClock } from '@x/kit/browser'
import { createEdge } from './edge/createEdge.ts'
import { describeLedger } from './ledger/runLedger.ts'
import { createLeaderFinder } from './edge/createLeaderFinder.ts'
import { readEdgeSettings } from './edge/edgeSettings.ts'
import { openStandbyServer } from './modules/health/openStandbyServer.ts'
import { assertProductionReady } from './settings/productionChecks.ts'
import { SECRETS } from './settings/secretFiles.ts'
import { readSettings } from './settings/settings.ts'
import { hasNatsServer } from './testing/startNatsServer.ts'
import { createTestGateway, type TestGateway } from './testing/createTestGateway.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../deploy')
const GUIDE = path.resolve(import.meta.dirname, '../../../docs/guides/alerts.md')
const textOf = (file: string) => readFile(path.join(DEPLOY, file), 'utf8')
const namesIn = (text: string) =>
  new Set(text.match(/\b(?:edge|gateway|nodejs|process)_[a-z0-9_]+/g))

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

const COMPOSE_FILES = ['compose.yaml', 'compose.wallet.yaml', 'compose.cluster.yaml']
/** What runs the gateway's image. */
const OF_GATEWAY = /^(?:gateway|core\d|edge\d)$/
const DOCKERFILES = ['Dockerfile', '../../signer/deploy/Dockerfile']
const composeOf = async (file: string) => parse(await textOf(file), { merge: true }) as Compose
const services = async () => (await composeOf('compose.yaml')).services
/** Every service of every file, with the name of its file. */
const allServices = async () =>
  (await Promise.all(COMPOSE_FILES.map(composeOf))).flatMap((compose) =>
    Object.entries(compose.services).map(([name, service]) => ({ name, service, compose })),
  )

const SECRET_TEXTS = {
  database_url: 'postgres://exchange:secret@postgres:5432/exchange',
  nats_url: 'nats://exchange:secret@nats1:4222,nats://exchange:secret@nats2:4222',
  smtp_url: 'smtps://user:password@mail.example.com',
  metrics_token: 'a long random text',
}

const hasPromtool = (() => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

let gateway: TestGateway | undefined
const ends: (() => unknown)[] = []
afterAll(async () => {
  await gateway?.stop()
  for (const end of ends) end()
})

const metricNames = (body: string) =>
  [...body.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => String(name))

/** Of an edge, and of a gateway that stands by. */
async function otherMetrics(): Promise<readonly string[]> {
  const finder = createLeaderFinder({ cores: [], clock: browserClock() })
  const { server } = createEdge({ finder })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const standby = await openStandbyServer({
    host: '127.0.0.1',
    port: 0,
    seq: () => 0,
    describe: (metrics) => describeLedger(metrics, { backlog: () => 0, settledSeq: () => 0 }),
  })
  ends.push(() => server.close(), standby.close)
  const ports = [(server.address() as AddressInfo).port, standby.port]
  const texts = ports.map(async (port) =>
    (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: 'close' } })).text(),
  )
  return (await Promise.all(texts)).flatMap(metricNames)
}

describe('alerts and dashboards', () => {
  it('read only metrics that the gateway has', async () => {
    gateway = await createTestGateway()
    const { body } = await gateway.app.inject({
      url: '/metrics',
      headers: { host: 'localhost' },
      remoteAddress: '127.0.0.1',
    })
    const known = new Set([...metricNames(body), ...(await otherMetrics())])
    const read = [
      ...namesIn((await alerts()).map(({ expr }) => expr).join(' ')),
      ...namesIn(await textOf('grafana/gateway.json')),
      ...namesIn(await textOf('grafana/cluster.json')),
    ].map((name) => name.replace(/_bucket$/, ''))
    expect(read.length).toBeGreaterThan(20)
    expect(read.filter((name) => !known.has(name))).toEqual([])
    const shown = new Set(read)
    expect([...known].filter((name) => !shown.has(name))).toEqual([])
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
    for (const file of ['prometheus', 'cluster'])
      expect(check('config', '--syntax-only', `prometheus/${file}.yaml`)).toContain('SUCCESS')
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

  /** The variables of a service, with its secrets in files and what an operator must set. */
  async function variablesOf(service: Service | undefined): Promise<Record<string, string>> {
    const folder = await mkdtemp(path.join(tmpdir(), 'secrets-'))
    ends.push(() => rm(folder, { recursive: true }))
    for (const [name, text] of Object.entries(SECRET_TEXTS))
      await writeFile(path.join(folder, name), `${text}\n`)
    return Object.fromEntries(
      Object.entries(service?.environment ?? {}).map(([name, value]) => [
        name,
        String(value)
          .replace('/run/secrets', folder)
          .replace('${MAIL_FROM:?}', 'no-reply@example.com')
          .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
          .replace(/\$\{\w+:\?\}/g, 'example.com'),
      ]),
    )
  }

  it('start a gateway that passes the production checklist', async () => {
    const filled = await variablesOf((await services())['gateway'])
    const settings = readSettings({ GATEWAY_MODE: 'production', ...filled })
    expect(() => assertProductionReady({ ...settings, userId: 1000 })).not.toThrow()
    expect(settings).toMatchObject({
      publicOrigin: 'https://example.com',
      acceptedRisks: [],
      databaseUrl: SECRET_TEXTS.database_url,
      metricsToken: SECRET_TEXTS.metrics_token,
      traceExport: undefined,
    })
  })

  it('start three cores that pass it, and two edges before them', async () => {
    const { services: all } = await composeOf('compose.cluster.yaml')
    const addresses = ['core1', 'core2', 'core3'].map((name) => `http://${name}:8080`)
    for (const name of ['core1', 'core2', 'core3']) {
      const filled = await variablesOf(all[name])
      const settings = readSettings({ GATEWAY_MODE: 'production', ...filled })
      expect(() => assertProductionReady({ ...settings, userId: 1000 })).not.toThrow()
      expect(settings).toMatchObject({
        acceptedRisks: [],
        commandLogUrl: SECRET_TEXTS.database_url,
        natsServers: SECRET_TEXTS.nats_url.split(','),
        isLedgerApart: true,
        leaseSeconds: 1.5,
      })
    }
    const writer = await variablesOf(all['ledger'])
    expect(writer['ROLE']).toBe('ledger')
    expect(readSettings(writer).commandLogUrl).toBe(SECRET_TEXTS.database_url)
    for (const name of ['edge1', 'edge2']) {
      const filled = await variablesOf(all[name])
      expect(filled['ROLE']).toBe('edge')
      expect(readEdgeSettings(filled).cores).toEqual(addresses)
    }
    const { scrape_configs: jobs } = parse(await textOf('prometheus/cluster.yaml')) as {
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
    }
    expect(
      jobs.map((job) => [job.job_name, job.static_configs.flatMap(({ targets }) => targets)]),
    ).toEqual([
      ['gateway', ['core1:8080', 'core2:8080', 'core3:8080']],
      ['edge', ['edge1:8080', 'edge2:8080']],
      ['ledger', ['ledger:8080']],
    ])
  })

  it('commit in the quorum that npm run cluster has', async () => {
    const quorum = await readFile(
      path.join(import.meta.dirname, '../../../tooling/cluster/postgresQuorum.mjs'),
      'utf8',
    )
    const [, list = ''] = /^const NAMES = \[(.*)\]$/m.exec(quorum) ?? []
    const names = list.split(', ').map((name) => name.replaceAll("'", ''))
    expect(await textOf('cluster/quorum.sql')).toContain(`'ANY 1 (${names.join(', ')})'`)
    const { services: all } = await composeOf('compose.cluster.yaml')
    const standbys = Object.keys(all).filter((name) => name.startsWith('postgres-'))
    expect(standbys.map((name) => all[name]?.environment)).toEqual(names.map((NAME) => ({ NAME })))
  })

  it.skipIf(!hasNatsServer)('have a configuration that NATS servers take', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'nats-'))
    ends.push(() => rm(folder, { recursive: true }))
    await mkdir(path.join(folder, 'etc'))
    await mkdir(path.join(folder, 'run/secrets'), { recursive: true })
    const secret = 'authorization { user: exchange, password: "a" }'
    await writeFile(path.join(folder, 'run/secrets/nats_password'), secret)
    const file = path.join(folder, 'etc/nats.conf')
    const check = async (text: string) => {
      await writeFile(file, text)
      return spawnSync('nats-server', ['-t', '-c', file]).status
    }
    const text = await textOf('cluster/nats.conf')
    expect([await check(text), await check(text.replace('cluster {', 'clutser {'))]).toEqual([0, 1])
  })

  it('set only variables that the guide of the gateway names', async () => {
    const readme = await readFile(path.join(DEPLOY, '../README.md'), 'utf8')
    const named = (await allServices()).flatMap(({ name, service }) =>
      OF_GATEWAY.test(name) ? Object.keys(service.environment ?? {}) : [],
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
    const ofCluster = ['core1', 'keys', 'core2', 'core3', 'ledger', 'edge1', 'edge2']
    expect(own.map(({ name }) => name)).toEqual(['gateway', 'signer', ...ofCluster])
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
    expect(unseen.map(({ name }) => name)).toEqual(['proxy', 'proxy'])
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
