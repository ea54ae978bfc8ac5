import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { toBase32 } from '../second-factors/ports/totp.ts'
import { hashPassword, readOperators, type Operator } from './Operator.ts'

const NAMES = ['first', 'second'] as const
const RAW_KEY_BYTES = 32

/**
 * Two operators of a development gateway, made with its data folder. What each logs in and signs
 * with is in `operators/<name>.json` and `operators/<name>.pem`.
 */
export async function openDevelopmentOperators(dataDir: string): Promise<readonly Operator[]> {
  const dir = path.join(dataDir, 'operators')
  const file = path.join(dir, 'operators.json')
  if (existsSync(file)) return readOperators(await readFile(file, 'utf8'))
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const operators = await Promise.all(NAMES.map((name) => createOperator(dir, name)))
  await writeFile(file, JSON.stringify(operators, undefined, 1), { mode: 0o600 })
  return operators
}

async function createOperator(dir: string, name: string): Promise<Operator> {
  const password = randomBytes(12).toString('base64url')
  const totpSecret = toBase32(randomBytes(20))
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const write = (extension: string, text: string) =>
    writeFile(path.join(dir, `${name}.${extension}`), text, { mode: 0o600 })
  await write('json', JSON.stringify({ name, password, totpSecret }, undefined, 1))
  await write('pem', String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
  return {
    name,
    password: await hashPassword(password),
    totpSecret,
    publicKey: publicKey
      .export({ type: 'spki', format: 'der' })
      .subarray(-RAW_KEY_BYTES)
      .toString('base64'),
  }
}
