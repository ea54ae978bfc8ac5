import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { hasNats, startNats } from './nats.mjs'
import { linkLibraries } from './postgresFromNpm.mjs'
import { readCounts } from './readCounts.mjs'

let home: string | undefined
afterEach(() => home !== undefined && rmSync(home, { recursive: true }))

it('names the libraries of a package as its list says, once', () => {
  home = mkdtempSync(path.join(tmpdir(), 'libraries-'))
  linkLibraries(home)
  mkdirSync(path.join(home, 'native/lib'), { recursive: true })
  writeFileSync(path.join(home, 'native/lib/libpq.so.5.18'), 'library')
  const target = 'native/lib/libpq.so.5'
  writeFileSync(
    path.join(home, 'native/pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target }]),
  )
  linkLibraries(home)
  linkLibraries(home)
  expect(readlinkSync(path.join(home, target))).toBe('libpq.so.5.18')
  expect(existsSync(path.join(home, target))).toBe(true)
})

it.skipIf(!hasNats())('starts NATS servers of which each passes on to the other', async () => {
  const nats = await startNats(2)
  try {
    const [one = '', two = ''] = nats.url.split(',')
    const [first, second] = [open(one), open(two)]
    await Promise.all([said(first, /INFO /), said(second, /INFO /)])
    const received = said(second, /MSG a 1 2\r\nhi/)
    second.write('CONNECT {"verbose":false}\r\nSUB a 1\r\n')
    first.write('CONNECT {"verbose":false}\r\n')
    const sending = setInterval(() => first.write('PUB a 2\r\nhi\r\n'), 50)
    await received
    clearInterval(sending)
    first.destroy()
    second.destroy()
  } finally {
    await nats.stop()
  }
})

interface Client {
  on(event: 'data', listener: (chunk: { toString(): string }) => void): unknown
  write(text: string): unknown
  destroy(): unknown
}

const open = (url: string): Client => connect(Number(new URL(url).port), '127.0.0.1')

/** Resolves once the server has sent a text of this form. */
function said(client: Client, pattern: RegExp): Promise<void> {
  let text = ''
  return new Promise((resolve) =>
    client.on('data', (chunk) => {
      text += chunk.toString()
      if (pattern.test(text)) resolve()
    }),
  )
}

it('starts three cores and two edges by default', () => {
  expect(readCounts({})).toEqual({ cores: 3, edges: 2 })
  expect(readCounts({ cores: '5', edges: '1' })).toEqual({ cores: 5, edges: 1 })
})

it.each(['0', '10', 'x', ''])('refuses %j cores', (cores) =>
  expect(() => readCounts({ cores })).toThrow('--cores must be a number from 1 to 9.'),
)
