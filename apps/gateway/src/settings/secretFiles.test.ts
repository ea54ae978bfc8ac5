import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SECRETS, withSecretFiles } from './secretFiles.ts'
import { readSettings } from './settings.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

describe('secrets in files (scale 4)', () => {
  it('take the place of the variable, without the line feed', () => {
    const DATABASE_URL_FILE = fileOf('database', 'postgres://exchange:secret@db/exchange\n')
    const METRICS_TOKEN_FILE = fileOf('token', 'a long secret')
    expect(readSettings({ DATABASE_URL_FILE, METRICS_TOKEN_FILE })).toMatchObject({
      databaseUrl: 'postgres://exchange:secret@db/exchange',
      metricsToken: 'a long secret',
    })
  })

  it('leave everything else as it is', () => {
    const environment = { PORT: '80', REDIS_URL_FILE: ' ', MASTER_SECRET_FILE: '/run/secrets/x' }
    expect(withSecretFiles(environment)).toEqual(environment)
  })

  it('refuse a variable that is given twice, and say neither value', () => {
    const SMTP_URL_FILE = fileOf('smtp', 'smtps://secret')
    const refusal = () => readSettings({ SMTP_URL: 'smtps://other', SMTP_URL_FILE })
    expect(refusal).toThrow('Set SMTP_URL or SMTP_URL_FILE, not both')
    expect(refusal).not.toThrow(/secret|other/)
  })

  it.each([
    ['is empty', () => fileOf('empty', ' \n')],
    ['cannot be read', () => path.join(folder, 'nowhere')],
  ])('refuse a file that %s', (what, file) => {
    expect(() => readSettings({ REDIS_URL_FILE: file() })).toThrow(`REDIS_URL_FILE ${what}`)
  })

  it('are in the guide of the gateway, each by its name', async () => {
    const guide = await readFile(path.join(import.meta.dirname, '../../README.md'), 'utf8')
    expect(SECRETS.filter((name) => !guide.includes(`\`${name}_FILE\``))).toEqual([])
  })
})
