import { parseArgs } from 'node:util'
import { createServerIdentity } from '@x/gateway-sign/server'
import { lockDataFolder } from '../platform/db/dataFolderLock.ts'
import { readSettings } from '../settings/settings.ts'
import { identityFiles, readIssuer } from '../platform/signing/identityFiles.ts'
import { loadIdentity, writeIdentity } from '../platform/signing/loadIdentity.ts'

export interface RotateServerKeyOptions {
  readonly dataDir: string
  readonly masterSecretFile?: string | undefined
  /** Default: the one in the data folder. */
  readonly issuerFile?: string | undefined
  /** Nothing that was encrypted to the former key is opened any more: somebody else may have it. */
  readonly isCompromised?: boolean
  readonly now: number
}

/** A page that stands open has the former key until it is loaded again in a new tab. */
const PREVIOUS_KEY_MS = 7 * 86_400_000

/**
 * Gives the gateway a new server key, signed by the same issuer: clients take it without being
 * given anything, and what derives from the master secret stays.
 * @throws Error for an issuer that clients do not know.
 */
export async function rotateServerKey({
  dataDir,
  masterSecretFile,
  issuerFile,
  isCompromised = false,
  now,
}: RotateServerKeyOptions): Promise<void> {
  const files = identityFiles(dataDir, { masterSecretFile })
  const current = await loadIdentity({ dataDir, masterSecretFile, now })
  const issuer = await readIssuer(issuerFile ?? files.issuer)
  if (issuer.certificatePem !== current.issuerCertificatePem)
    throw new Error(
      'This issuer is not the one whose certificate clients have; the server key stays as it is.',
    )
  const { issuerPrivateKeyPem: _offline, ...next } = await createServerIdentity({ now, issuer })
  const previousServerKey = {
    privateKeyPem: current.serverPrivateKeyPem,
    until: now + PREVIOUS_KEY_MS,
  }
  await writeIdentity(files, {
    ...next,
    masterSecret: current.masterSecret,
    ...(isCompromised ? {} : { previousServerKey }),
  })
}

/** `rotate-server-key [--issuer <file>] [--compromised]`, while the gateway is stopped. */
export async function rotateServerKeyCommand(
  environment: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { issuer: { type: 'string' }, compromised: { type: 'boolean', default: false } },
  })
  const { dataDir, masterSecretFile } = readSettings(environment)
  const lock = await lockDataFolder(dataDir)
  try {
    await rotateServerKey({
      dataDir,
      masterSecretFile,
      issuerFile: values.issuer,
      isCompromised: values.compromised,
      now: Date.now(),
    })
  } finally {
    await lock.release()
  }
  say(
    'The server has a new key, signed by the same issuer. Start the gateway; every node ' +
      'needs the same identity.json.',
  )
}
