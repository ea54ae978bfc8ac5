import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSignerClient, type SignerClient } from './createSignerClient.ts'

interface Call {
  readonly call: number
  readonly request: Readonly<Record<string, unknown>>
}

const dir = mkdtempSync(path.join(tmpdir(), 'signer-client-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

let server: Server
let client: SignerClient
let sockets: Socket[] = []
let calls: Call[] = []
let timers: (() => void)[] = []
let answer: (call: Call, socket: Socket) => void = () => {}
let notify = (): void => {}
let nth = 0

const write = (socket: Socket, call: unknown, of: unknown) =>
  void socket.write(`${JSON.stringify({ call, answer: of })}\n`)
/** Waits until so many calls have come. */
async function came(count: number): Promise<void> {
  while (calls.length < count) await new Promise<void>((resolve) => (notify = resolve))
}

beforeEach(async () => {
  const file = path.join(dir, `socket-${++nth}`)
  sockets = []
  calls = []
  timers = []
  answer = () => {}
  server = createServer((socket) => {
    sockets.push(socket)
    let rest = ''
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      const lines = `${rest}${bytes.toString()}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const call = JSON.parse(line) as Call
        calls.push(call)
        answer(call, socket)
      }
      notify()
    })
  })
  await new Promise<void>((resolve) => void server.listen(file, resolve))
  client = createSignerClient({
    path: file,
    clock: {
      after(_ms, run) {
        timers.push(run)
        return { cancel: () => void (timers = timers.filter((each) => each !== run)) }
      },
    },
  })
})
afterEach(async () => {
  client.close()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

const accounts = { xpub: 'xpub', hot: '0xHot' }
const request = { kind: 'gas', id: 'g', index: 1, units: '5' } as never

describe('a call of the signer (wallet 4)', () => {
  it('names what is asked for, each by a number of its own', async () => {
    answer = ({ call }, socket) => write(socket, call, accounts)
    expect(await client.hotAddress()).toBe('0xHot')
    expect(await client.accountKey('ltc')).toBe('xpub')
    expect(calls.map((each) => each.request)).toEqual([
      { kind: 'accounts', family: 'evm' },
      { kind: 'accounts', family: 'ltc' },
    ])
    expect(new Set(calls.map(({ call }) => call)).size).toBe(2)
    expect(sockets).toHaveLength(1)
  })

  it('gets its own answer, in whatever order they come', async () => {
    const both = Promise.all([client.deriveAddress('evm', 1), client.deriveAddress('evm', 2)])
    await came(2)
    const [socket] = sockets
    for (const each of calls.toReversed())
      if (socket) write(socket, each.call, { address: `a${String(each.request['index'])}` })
    expect(await both).toEqual(['a1', 'a2'])
  })

  it('takes answers that come in parts', async () => {
    const one = client.deriveAddress('evm', 1)
    await came(1)
    const text = `${JSON.stringify({ call: calls[0]?.call, answer: { address: 'é' } })}\n`
    const bytes = Buffer.from(text)
    const middle = bytes.indexOf(0xc3) + 1
    sockets[0]?.write(bytes.subarray(0, middle))
    sockets[0]?.write(bytes.subarray(middle))
    expect(await one).toBe('é')
  })

  it('passes a signature or a refusal on', async () => {
    const signed = { raw: '0x', txHash: '0x1', nonce: 1 }
    answer = ({ call }, socket) => write(socket, call, { signed })
    expect(await client.sign(request)).toEqual({ signed })
    answer = ({ call }, socket) => write(socket, call, { refused: 'gas' })
    expect(await client.sign(request)).toEqual({ refused: 'gas' })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['an address', () => client.deriveAddress('evm', 1)],
    ['an account', () => client.accountKey('evm')],
    ['the hot address', () => client.hotAddress()],
    [
      'an attestation',
      () => client.attest({ snapshotId: 's', root: 'r', index: null, family: 'evm' }),
    ],
  ])('is an error where %s is refused', async (_, ask) => {
    answer = ({ call }, socket) => write(socket, call, { refused: 'network' })
    await expect(ask()).rejects.toThrow('The signer')
  })

  it('is an error where something else is answered', async () => {
    answer = ({ call }, socket) => write(socket, call, accounts)
    await expect(client.sign(request)).rejects.toThrow('something else')
  })
})

describe('a signer that does not answer (wallet 4)', () => {
  it('fails a call after a while, and drops its late answer', async () => {
    const late = client.deriveAddress('evm', 1)
    await came(1)
    for (const run of timers) run()
    await expect(late).rejects.toThrow('does not answer')
    const next = client.deriveAddress('evm', 2)
    await came(2)
    const [socket] = sockets
    if (socket) {
      write(socket, calls[0]?.call, { address: 'late' })
      write(socket, calls[1]?.call, { address: 'a2' })
    }
    expect(await next).toBe('a2')
  })

  it('keeps no timer of what was answered', async () => {
    answer = ({ call }, socket) => write(socket, call, { address: 'a' })
    await client.deriveAddress('evm', 1)
    expect(timers).toEqual([])
  })

  it('fails all calls of a connection that ends, and opens another', async () => {
    const both = [client.deriveAddress('evm', 1), client.deriveAddress('evm', 2)]
    await came(2)
    sockets[0]?.destroy()
    const ended = await Promise.allSettled(both)
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    answer = ({ call }, socket) => write(socket, call, { address: 'again' })
    expect(await client.deriveAddress('evm', 3)).toBe('again')
    expect([sockets.length, timers]).toEqual([2, []])
  })

  it('fails no call of the next connection with the one before', async () => {
    const first = client.deriveAddress('evm', 1)
    await came(1)
    answer = ({ call }, socket) => write(socket, call, { address: 'next' })
    // What ends it comes to light only after the next call was made.
    client.close()
    const second = client.deriveAddress('evm', 2)
    await expect(first).rejects.toThrow('does not answer')
    expect(await second).toBe('next')
  })

  it.each(['nonsense\n', 'null\n', '{"call":1}\n', '{"answer":{}}\n', '[]\n'])(
    'ends a connection that says %j, and opens another',
    async (text) => {
      answer = (_, socket) => void socket.write(text)
      await expect(client.deriveAddress('evm', 1)).rejects.toThrow('does not answer')
      answer = ({ call }, socket) => write(socket, call, { address: 'again' })
      expect(await client.deriveAddress('evm', 2)).toBe('again')
    },
  )

  it('fails a call where nobody listens', async () => {
    const nobody = createSignerClient({
      path: path.join(dir, 'nobody'),
      clock: { after: () => ({ cancel() {} }) },
    })
    await expect(nobody.hotAddress()).rejects.toThrow('does not answer')
  })
})
