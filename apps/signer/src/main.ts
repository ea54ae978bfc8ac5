import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createKeys } from './keys.ts'
import { createSigner } from './createSigner.ts'
import { openJournal } from './openJournal.ts'
import type { Policy } from './policy.ts'
import { openSeed, sealSeed, type SealedSeed } from './sealSeed.ts'
import { serve } from './serve.ts'

const dir = process.env['SIGNER_DIR']
if (!dir) throw new Error('SIGNER_DIR must name the folder of the signer.')
const isDevelopment = process.env['SIGNER_MODE'] === 'development'
mkdirSync(dir, { recursive: true, mode: 0o700 })
const file = (name: string): string => path.join(dir, name)

const passphrase = readPassphrase()
const seedFile = file('seed.json')
if (!existsSync(seedFile))
  writeFileSync(seedFile, JSON.stringify(sealSeed(newSeed(), { passphrase })), {
    mode: 0o600,
    flag: 'wx',
  })
const seed = openSeed(JSON.parse(readFileSync(seedFile, 'utf8')) as SealedSeed, passphrase)
const keys = createKeys(seed)
seed.fill(0)

const policyFile = process.env['SIGNER_POLICY'] ?? file('policy.json')
const policy = JSON.parse(readFileSync(policyFile, 'utf8')) as Policy
const journal = openJournal(file('journal.jsonl'))
const signer = createSigner({ keys, policy, journal, now: Date.now })
// The gateway opens the socket, and need not see the folder.
const server = await serve(signer, process.env['SIGNER_SOCKET'] ?? file('signer.sock'))

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    server.close()
    journal.close()
    process.exit(0)
  })
// A signer that a development server started ends with it.
if (isDevelopment && process.send) process.on('disconnect', () => process.exit(0))
process.stdout.write(`Signer: ${keys.hot}\n`)

/** A new one; in development that of a gateway that had no signer before. */
function newSeed(): Buffer {
  const former = process.env['SIGNER_IMPORT_SEED']
  return isDevelopment && former && existsSync(former)
    ? Buffer.from(readFileSync(former, 'utf8').trim(), 'hex')
    : randomBytes(32)
}

/** In development a passphrase is drawn and kept beside the seed; it protects nothing there. */
function readPassphrase(): string {
  const named = process.env['SIGNER_PASSPHRASE_FILE']
  if (named) return readFileSync(named, 'utf8').trim()
  if (!isDevelopment)
    throw new Error('SIGNER_PASSPHRASE_FILE must name the file of the passphrase.')
  const own = file('passphrase')
  if (!existsSync(own)) writeFileSync(own, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(own, 'utf8').trim()
}
