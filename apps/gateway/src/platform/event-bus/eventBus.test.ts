import { browserClock } from '@x/kit/browser'
import { afterEach, describe, expect, it } from 'vitest'
import { hasNatsServer, startNatsServer, type NatsServer } from '../../testing/startNatsServer.ts'
import { silentLog } from '../log/Log.ts'
import { freePort } from '../server/freePort.ts'
import { createLocalBus } from './createLocalBus.ts'
import { BusError, type EventBus } from './EventBus.ts'
import { openNatsBus } from './openNatsBus.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const ANSWER = { timeoutMs: 60_000 }

async function startServer(options?: Parameters<typeof startNatsServer>[0]): Promise<NatsServer> {
  const server = await startNatsServer(options)
  ends.push(() => server.kill())
  return server
}

async function openBus(servers: readonly string[]): Promise<EventBus> {
  const bus = await openNatsBus({ servers, clock: browserClock(), log: silentLog, name: 'test' })
  ends.push(() => bus.close())
  return bus
}

/** Two ends of one bus: what one sends reaches the other. */
type OpenEnds = () => Promise<readonly [EventBus, EventBus]>

const local: OpenEnds = async () => {
  const bus = createLocalBus()
  return [bus, bus]
}
const overNats: OpenEnds = async () => {
  const { url } = await startServer()
  return [await openBus([url]), await openBus([url])]
}

/** Sends until it has arrived: a subscription takes a moment to reach another process. */
async function listens(from: EventBus, { to, subject }: { to: EventBus; subject: string }) {
  const received: string[] = []
  const end = to.subscribe(subject, (text) => void received.push(text))
  await expect
    .poll(() => (from.publish(subject, 'first'), received.length), { timeout: 60_000 })
    .toBeGreaterThan(0)
  return { received: () => received.filter((text) => text !== 'first'), end }
}

describe.each([
  ['inside of one process', local, true],
  ['over a NATS server', overNats, hasNatsServer],
] as const)('a bus %s', (_name, open, isHere) => {
  it.skipIf(!isHere)('brings every subscriber all messages in order', async () => {
    const [here, there] = await open()
    const [one, two] = [
      await listens(here, { to: there, subject: 'a.b' }),
      await listens(here, { to: here, subject: 'a.b' }),
    ]
    const sent = Array.from({ length: 500 }, (_, index) => `${index} §`)
    for (const text of sent) here.publish('a.b', text)
    here.publish('a.c', 'of another subject')
    await expect.poll(one.received).toEqual(sent)
    await expect.poll(two.received).toEqual(sent)
  })

  it.skipIf(!isHere)('brings nothing to a subscription that has ended', async () => {
    const [here, there] = await open()
    const [ended, open2] = [
      await listens(here, { to: there, subject: 'a.b' }),
      await listens(here, { to: there, subject: 'a.b' }),
    ]
    ended.end()
    here.publish('a.b', 'later')
    await expect.poll(open2.received).toEqual(['later'])
    expect(ended.received()).toEqual([])
  })

  it.skipIf(!isHere)('brings answers, and says where nobody answers', async () => {
    const [here, there] = await open()
    await expect(here.request('ask', '1', ANSWER)).rejects.toBeInstanceOf(BusError)
    const end = there.answer('ask', (text) => `${text}, answered`)
    await expect
      .poll(() => here.request('ask', 'é', ANSWER).catch(() => undefined), { timeout: 60_000 })
      .toBe('é, answered')
    end()
    await expect(here.request('ask', '2', { timeoutMs: 500 })).rejects.toMatchObject({
      code: 'UNANSWERED',
      message: 'Nobody has answered on ask.',
    })
  })
})

describe.skipIf(!hasNatsServer)('a bus over NATS servers', () => {
  it('connects once there is a server, and again after a restart', async () => {
    const port = await freePort()
    const url = `nats://127.0.0.1:${port}`
    const bus = await openBus([url])
    const received: string[] = []
    bus.subscribe('a', (text) => void received.push(text))
    let connections = 0
    bus.onReconnect(() => connections++)
    bus.publish('a', 'before')
    await expect(bus.request('a', '', ANSWER)).rejects.toThrow('Nobody has answered on a.')

    const server = await startServer({ port })
    await expect.poll(() => connections, { timeout: 60_000 }).toBe(1)
    await server.kill()
    await expect
      .poll(() =>
        bus.request('b', '', { timeoutMs: 200 }).catch((error: Error) => String(error.cause)),
      )
      .toContain('There is no connection.')
    bus.publish('a', 'meanwhile')
    await startServer({ port })
    await expect.poll(() => connections, { timeout: 60_000 }).toBe(2)
    bus.publish('a', 'after')
    await expect.poll(() => received).toEqual(['after'])
  })

  it('goes on through another server of the cluster', async () => {
    const first = await startServer()
    const second = await startServer({ routes: [first.route] })
    const [here, there] = [await openBus([first.url]), await openBus([second.url])]
    await listens(here, { to: there, subject: 'a' })
    await first.kill()
    // It has learnt of the second one from the first.
    await listens(here, { to: there, subject: 'b' })
  })

  it('outlives listeners that cannot read a message', async () => {
    const { url } = await startServer()
    const [here, there] = [await openBus([url]), await openBus([url])]
    there.subscribe('a', (text) => void JSON.parse(text))
    there.answer('b', (text) => String(JSON.parse(text)))
    here.publish('a', '{')
    await expect(here.request('b', '{', { timeoutMs: 50 })).rejects.toBeInstanceOf(BusError)
    await expect
      .poll(() => here.request('b', '7', ANSWER).catch(() => undefined), { timeout: 60_000 })
      .toBe('7')
  })
})
