import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findPostgres, withPostgres } from './postgres.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'programs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const install = (at: string, names: readonly string[]) => {
  const bin = path.join(folder, at)
  mkdirSync(bin, { recursive: true })
  for (const name of names) writeFileSync(path.join(bin, name), '')
  return bin
}

describe('findPostgres and withPostgres', () => {
  it('finds the one on the path, else Debian’s newest, else none', () => {
    const whole = install('path', ['initdb', 'postgres'])
    const client = install('client', ['initdb'])
    for (const version of ['9', '15', '17'])
      install(`debian/${version}/bin`, version === '17' ? ['psql'] : ['initdb', 'postgres'])
    const debian = path.join(folder, 'debian')
    expect(findPostgres({ searchPath: [client, whole].join(path.delimiter), debian })).toBe(whole)
    expect(findPostgres({ searchPath: client, debian })).toBe(path.join(debian, '15/bin'))
    expect(findPostgres({ searchPath: '', debian: path.join(folder, 'nowhere') })).toBeUndefined()
  })

  it.skipIf(process.getuid?.() !== 0)(
    'throws a plain error when the server’s user cannot reach the folder',
    async () => {
      const closed = path.join(folder, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      const work = withPostgres('/nowhere', async () => 'served', { parents: [closed] })
      await expect(work).rejects.toThrow(
        'The user nobody, under whom Postgres runs here, cannot reach a folder of temporary ' +
          `files: ${closed}. Set TMPDIR to one that everybody can enter.`,
      )
      expect(readdirSync(closed)).toEqual([])
    },
  )

  const programs = findPostgres()
  it.skipIf(!programs || process.getuid?.() !== 0)(
    'skips a temporary folder that is closed to other users',
    async () => {
      const [closed, open] = ['shut', 'shared'].map((name) =>
        mkdtempSync(path.join(tmpdir(), `${name}-`)),
      ) as [string, string]
      chmodSync(open, 0o755)
      expect(
        await withPostgres(programs!, async () => readdirSync(open).length, {
          parents: [closed, open],
        }),
      ).toBe(1)
      expect([...readdirSync(closed), ...readdirSync(open)]).toEqual([])
      for (const each of [closed, open]) rmSync(each, { recursive: true })
    },
  )

  it.skipIf(!programs)(
    'serves while the work runs and stops when it ' +
      `fails${programs ? '' : ' (skipped: this machine has no Postgres)'}`,
    async () => {
      const parent = mkdtempSync(path.join(tmpdir(), 'cluster-'))
      chmodSync(parent, 0o755)
      let port = 0
      const work = withPostgres(
        programs!,
        async (url) => {
          port = Number(new URL(url).port)
          expect(await isServed(port)).toBe(true)
          expect(readdirSync(parent)).toHaveLength(1)
          throw new Error('a test failed')
        },
        { parents: [parent] },
      )
      await expect(work).rejects.toThrow('a test failed')
      expect(await isServed(port)).toBe(false)
      expect(readdirSync(parent)).toEqual([])
      rmSync(parent, { recursive: true })
    },
  )
})

function isServed(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => (socket.destroy(), resolve(true))).on('error', () => resolve(false))
  })
}
