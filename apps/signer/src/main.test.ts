import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'signer-main-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

function start(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--conditions=x-source', MAIN], { env: environment })
  let output = ''
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, errors }))
  const ready = new Promise<string>((resolve) =>
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString()
      if (output.includes('\n')) resolve(output)
    }),
  )
  return { child, ended, ready }
}

describe('the signer of an image (wallet 3)', () => {
  it('keeps its folder apart from the socket that others open', async () => {
    const data = path.join(folder, 'data')
    const run = path.join(folder, 'run')
    mkdirSync(run)
    const socket = path.join(run, 'signer.sock')
    const { child, ended, ready } = start({
      SIGNER_DIR: data,
      SIGNER_SOCKET: socket,
      SIGNER_PASSPHRASE_FILE: fileOf('passphrase', 'a long passphrase\n'),
      SIGNER_POLICY: fileOf('policy.json', '{"networks":{},"approvers":{}}'),
    })
    const first = await Promise.race([ready, ended])
    expect(first).toMatch(/^Signer: 0x[0-9a-fA-F]{40}\n$/)
    expect(statSync(data).mode & 0o777).toBe(0o700)
    expect([existsSync(path.join(data, 'signer.sock')), existsSync(socket)]).toEqual([false, true])
    const connection = createConnection(socket)
    await once(connection, 'connect')
    connection.destroy()
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })

  it('does not start without the file of a passphrase', async () => {
    const { ended } = start({ SIGNER_DIR: path.join(folder, 'other') })
    const { code, errors } = await ended
    expect(code).not.toBe(0)
    expect(errors).toContain('SIGNER_PASSPHRASE_FILE must name the file of the passphrase.')
  })
})
