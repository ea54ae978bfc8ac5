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

describe('the Postgres of the tests', () => {
  it('is the one on the path, else the newest of Debian’s, else none', () => {
    const whole = install('path', ['initdb', 'postgres'])
    const client = install('client', ['initdb'])
    for (const version of ['9', '15', '17']) install(`debian/${version}/bin`, version === '17' ? ['psql'] : ['initdb', 'postgres'])
    const debian = path.join(folder, 'debian')
    expect(findPostgres({ searchPath: [client, whole].join(path.delimiter), debian })).toBe(whole)
    expect(findPostgres({ searchPath: client, debian })).toBe(path.join(debian, '15/bin'))
    expect(findPostgres({ searchPath: '', debian: path.join(folder, 'nowhere') })).toBeUndefined()
  })

  const programs = findPostgres()
  it.skipIf(!programs)(`serves while the work goes on, and is gone when it fails${programs ? '' : ' (skipped: this machine has no Postgres)'}`, async () => {
    const parent = mkdtempSync(path.join(tmpdir(), 'cluster-'))
    chmodSync(parent, 0o755)
    let port = 0
    const work = withPostgres(programs!, async (url) => {
      port = Number(new URL(url).port)
      expect(await isServed(port)).toBe(true)
      expect(readdirSync(parent)).toHaveLength(1)
      throw new Error('a test failed')
    }, { parent })
    await expect(work).rejects.toThrow('a test failed')
    expect(await isServed(port)).toBe(false)
    expect(readdirSync(parent)).toEqual([])
    rmSync(parent, { recursive: true })
  }, 90_000)
})

function isServed(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => (socket.destroy(), resolve(true))).on('error', () => resolve(false))
  })
}
