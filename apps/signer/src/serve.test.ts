import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Signer } from './createSigner.ts'
import type { Answer, Request } from './protocol.ts'
import { serve } from './serve.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'signer-serve-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

let server: Server
let file = ''
let asked: Request[] = []
let held: (() => void)[] = []
let nth = 0
const open: Socket[] = []

/** Answers an address of the index; index 1 waits until a test lets it go, index 2 fails. */
const signer: Signer = {
  async answer(request): Promise<Answer> {
    asked.push(request)
    const index = 'index' in request ? request.index : 0
    if (index === 1) await new Promise<void>((resolve) => held.push(resolve))
    if (index === 2) throw new Error('The disk is full.')
    return { address: `a${String(index)}` }
  },
}

beforeEach(async () => {
  asked = []
  held = []
  file = path.join(dir, `socket-${++nth}`)
  server = await serve(signer, file)
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

async function connect() {
  const socket = createConnection(file)
  open.push(socket)
  await once(socket, 'connect')
  const lines: unknown[] = []
  let rest = ''
  let notify = (): void => {}
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    const parts = `${rest}${text}`.split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts.map((line) => JSON.parse(line) as unknown))
    notify()
  })
  return {
    socket,
    write: (text: string) => void socket.write(text),
    /** The first so many answers. */
    async answers(count: number): Promise<unknown[]> {
      while (lines.length < count) await new Promise<void>((resolve) => (notify = resolve))
      return lines.slice(0, count)
    },
  }
}
const line = (call: unknown, index = 0) =>
  `${JSON.stringify({ call, request: { kind: 'address', index } })}\n`

describe('the socket of the signer (wallet 4)', () => {
  it('answers each line with its own number', async () => {
    const { write, answers } = await connect()
    write(line(7) + line('seven', 5))
    expect(await answers(2)).toEqual([
      { call: 7, answer: { address: 'a0' } },
      { call: 'seven', answer: { address: 'a5' } },
    ])
  })

  it('takes lines that come in parts', async () => {
    const { socket, write, answers } = await connect()
    socket.setNoDelay(true)
    const text = line(1, 4)
    write(text.slice(0, 9))
    write(text.slice(9, 20))
    write(text.slice(20) + line(2, 6).slice(0, 5))
    expect(await answers(1)).toEqual([{ call: 1, answer: { address: 'a4' } }])
    write(line(2, 6).slice(5))
    expect(await answers(2)).toContainEqual({ call: 2, answer: { address: 'a6' } })
  })

  it('takes letters that come in parts', async () => {
    const { socket, answers } = await connect()
    const bytes = Buffer.from(line('é'))
    const middle = bytes.indexOf(0xc3) + 1
    socket.write(bytes.subarray(0, middle))
    socket.write(bytes.subarray(middle))
    expect(await answers(1)).toEqual([{ call: 'é', answer: { address: 'a0' } }])
  })

  it('answers others while one waits', async () => {
    const [first, second] = [await connect(), await connect()]
    first.write(line(1, 1) + line(2, 3))
    expect(await first.answers(1)).toEqual([{ call: 2, answer: { address: 'a3' } }])
    second.write(line(1, 4))
    expect(await second.answers(1)).toEqual([{ call: 1, answer: { address: 'a4' } }])
    held[0]?.()
    expect(await first.answers(2)).toContainEqual({ call: 1, answer: { address: 'a1' } })
  })

  it.each([
    ['no JSON', 'nonsense\n'],
    ['an empty line', '\n'],
    ['nothing', 'null\n'],
    ['a text that is not whole', '{"call":1\n'],
  ])('refuses %s, and goes on', async (_, text) => {
    const { write, answers } = await connect()
    write(text)
    write(line(2))
    expect(await answers(2)).toEqual(
      expect.arrayContaining([
        { answer: { refused: 'malformed' } },
        { call: 2, answer: { address: 'a0' } },
      ]),
    )
  })

  it('names the call of what failed', async () => {
    const { write, answers } = await connect()
    write(line(9, 2))
    expect(await answers(1)).toEqual([{ call: 9, answer: { refused: 'malformed' } }])
  })

  it.each([
    ['a line', `${'x'.repeat(16_385)}\n`],
    ['a beginning of one', 'x'.repeat(16_385)],
    ['a line behind a short one', `${line(1)}${'x'.repeat(16_385)}\n`],
  ])('closes on %s of more than 16 KiB, asking for nothing', async (_, text) => {
    const { socket, write } = await connect()
    write(text)
    await once(socket, 'close')
    expect(asked).toEqual([])
    const { write: writeAgain, answers } = await connect()
    writeAgain(line(1))
    expect(await answers(1)).toHaveLength(1)
  })

  it('takes a line of exactly 16 KiB', async () => {
    const { write, answers } = await connect()
    const short = JSON.stringify({ call: 1, request: { kind: 'address', index: 0 }, more: '' })
    const text = short.replace('""', `"${'x'.repeat(16_384 - short.length)}"`)
    expect(text).toHaveLength(16_384)
    write(`${text}\n`)
    expect(await answers(1)).toEqual([{ call: 1, answer: { address: 'a0' } }])
  })

  it('survives somebody who leaves before the answer', async () => {
    const first = await connect()
    first.write(line(1, 1))
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
    first.socket.destroy()
    held[0]?.()
    const { write, answers } = await connect()
    write(line(2))
    expect(await answers(1)).toHaveLength(1)
  })

  it('is for its user and group alone', () => {
    expect(statSync(file).mode & 0o777).toBe(0o660)
  })

  it('takes the place of a socket that a crash left', async () => {
    const left = path.join(dir, `left-${++nth}`)
    writeFileSync(left, '')
    const again = await serve(signer, left)
    expect(statSync(left).isSocket()).toBe(true)
    await new Promise((resolve) => again.close(resolve))
  })

  it('says where it cannot be', async () => {
    await expect(serve(signer, path.join(dir, 'missing', 'socket'))).rejects.toThrow('listen')
  })
})
