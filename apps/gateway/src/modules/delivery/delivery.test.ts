import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createManualClock, type ManualClock } from '@x/kit/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { codeOf, startMailServer, textOf, type MailServer } from '../../testing/startMailServer.ts'
import { createDeliveryModule, type DeliveryModule } from './module.ts'
import type { DeliverySettings } from './ports/deliverySettings.ts'

let db: Database
let mail: MailServer
let clock: ManualClock
const open: DeliveryModule[] = []
beforeAll(async () => {
  db = await openTestDatabase()
  mail = await startMailServer()
})
beforeEach(() => {
  clock = createManualClock(1_800_000_000_000)
})
afterEach(async () => {
  for (const module of open.splice(0)) await module.stop?.()
  await db.query('delete from outgoing_message')
})
afterAll(async () => {
  await mail.stop()
  await db.close()
})

async function start(settings: DeliverySettings = smtp()): Promise<DeliveryModule> {
  const module = createDeliveryModule({
    db,
    clock,
    random: nodeRandom(),
    log: silentLog,
    settings,
    sealKey: Buffer.alloc(32, 7),
    origin: 'https://x.example',
  })!
  open.push(module)
  await module.start?.()
  return module
}
const smtp = (login = ''): DeliverySettings => ({
  smtp: { url: `smtp://${login}127.0.0.1:${mail.port}`, from: 'X <no-reply@x.example>' },
})
const letterTo = (to: string) =>
  ({ to, channel: 'email', scene: 'register', code: '271828', language: 'fr' }) as const
const rows = () =>
  db.query<{ state: string; reply: string | null; tries: number; content: string }>(
    'select state, reply, tries, content from outgoing_message order by message_id',
  )
/** Resolves once the queue has tried every message that is due. */
async function settled(test: (found: Awaited<ReturnType<typeof rows>>) => boolean) {
  for (;;) {
    const found = await rows()
    if (test(found)) return found
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('mail over a real SMTP server', () => {
  it('arrives in the reader’s language and leaves no code behind', async () => {
    const { sender } = await start()
    await sender.send(letterTo('one@example.com'))
    const received = await mail.mailTo('one@example.com')
    expect(codeOf(received)).toBe('271828')
    expect(textOf(received)).toContain('Votre code')
    expect(received.raw).toMatch(/^From: X <no-reply@x\.example>$/m)
    expect(received.raw).toMatch(/^Message-ID: <message-\d+-\d+@x\.example>$/m)
    const [row] = await settled(([first]) => first?.state === 'sent')
    expect(row).toMatchObject({ state: 'sent', content: '' })
  })
  it('logs in where the operator gave a password', async () => {
    const { sender } = await start(smtp('mailer:p%40ss@'))
    await sender.send(letterTo('two@example.com'))
    expect((await mail.mailTo('two@example.com')).user).toBe('mailer')
  })
  it('waits for the operator when the log-in is refused', async () => {
    const { sender } = await start(smtp('mailer:wrong@'))
    await sender.send(letterTo('three@example.com'))
    const [row] = await settled(([first]) => first?.reply !== null)
    expect(row).toMatchObject({ state: 'waiting', reply: '535' })
  })
  it('stores no code in clear', async () => {
    const { sender } = await start(smtp('mailer:wrong@'))
    await sender.send(letterTo('four@example.com'))
    const [row] = await settled(([first]) => first?.reply !== null)
    expect(row?.content).not.toContain('271828')
  })
  it('tries again what was put off', async () => {
    const { sender } = await start()
    await sender.send(letterTo('later@example.com'))
    await settled(([first]) => first?.reply === '451')
    await clock.advance(5_000)
    await mail.mailTo('later@example.com')
    const [row] = await settled(([first]) => first?.state === 'sent')
    expect(row?.tries).toBe(2)
  })
  it('gives up a bounced address after three refusals in a day', async () => {
    const { sender } = await start()
    for (let refused = 1; refused <= 3; refused++) {
      await sender.send(letterTo('bounce@example.com'))
      await settled((all) => all.filter(({ state }) => state === 'refused').length === refused)
    }
    await sender.send(letterTo('bounce@example.com'))
    expect(await rows()).toHaveLength(3)
    await clock.advance(86_400_001)
    await sender.send(letterTo('bounce@example.com'))
    expect(await settled((all) => all.length === 4)).toHaveLength(4)
  })
  it('limits the messages of a recipient to sixty an hour', async () => {
    const { sender } = await start(smtp('mailer:wrong@'))
    for (let sent = 0; sent < 62; sent++) await sender.send(letterTo('flood@example.com'))
    expect(await rows()).toHaveLength(60)
  })
  it('drops a code that nobody could use any more', async () => {
    const { sender } = await start(smtp('mailer:wrong@'))
    await sender.send(letterTo('late@example.com'))
    await settled(([first]) => first?.reply !== null)
    await clock.advance(700_000)
    const [row] = await settled(([first]) => first?.state === 'expired')
    expect(row?.content).toBe('')
  })
  it('sends after a restart what a stopped gateway had queued', async () => {
    const port = mail.port
    await mail.stop()
    const first = await start()
    await first.sender.send(letterTo('restart@example.com'))
    await settled(([row]) => row?.reply !== null)
    await first.stop?.()
    mail = await startMailServer(port)
    await clock.advance(60_000)
    await start()
    expect(codeOf(await mail.mailTo('restart@example.com'))).toBe('271828')
  })
})

describe('text messages over a hook', () => {
  it('carry an idempotency key and the token, and end at 4xx', async () => {
    const calls: { headers: IncomingMessage['headers']; body: string }[] = []
    let status = 200
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        calls.push({ headers: request.headers, body })
        response.writeHead(status).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { sender } = await start({
      textHook: { url: `http://127.0.0.1:${port}/send`, token: 'secret' },
    })
    const text = { ...letterTo('+8613800001234'), channel: 'mobile' } as const
    await sender.send(text)
    await settled(([first]) => first?.state === 'sent')
    expect(JSON.parse(calls[0]!.body)).toMatchObject({
      to: '+8613800001234',
      text: expect.stringContaining('271828') as string,
    })
    expect(calls[0]!.headers).toMatchObject({ authorization: 'Bearer secret' })
    status = 400
    await sender.send(text)
    expect((await settled((all) => all[1]?.state === 'refused'))[1]?.reply).toBe('400')
    await new Promise((resolve) => server.close(resolve))
  })
  it('are refused where no hook is set', async () => {
    const { sender } = await start()
    await expect(
      sender.send({ ...letterTo('+8613800001234'), channel: 'mobile' }),
    ).rejects.toMatchObject({ name: 'DeliveryError' })
  })
})
